import type { Properties } from "hast";

/**
 * The hast names and types of HTML attributes, as `property-information` has them; kept here because loading that
 * package takes longer than converting a page. Event handlers and SVG attributes keep their plain names.
 */
const NAMES =
  "accessKey allowFullScreen allowPaymentRequest allowUserMedia autoCapitalize autoComplete autoFocus autoPlay charSet " +
  "closedBy colorSpace colSpan commandFor contentEditable controlsList crossOrigin dateTime dirName encType " +
  "enterKeyHint fetchPriority formAction formEncType formMethod formNoValidate formTarget hrefLang imageSizes " +
  "imageSrcSet inputMode isMap itemId itemProp itemRef itemScope itemType maxLength minLength noModule noValidate " +
  "playsInline popoverTarget popoverTargetAction readOnly referrerPolicy rowSpan shadowRootClonable " +
  "shadowRootCustomElementRegistry shadowRootDelegatesFocus shadowRootMode shadowRootSerializable spellCheck srcDoc " +
  "srcLang srcSet tabIndex typeMustMatch useMap writingSuggestions aLink bgColor borderColor bottomMargin cellPadding " +
  "cellSpacing charOff classId codeBase codeType frameBorder hSpace leftMargin longDesc lowSrc marginHeight " +
  "marginWidth noResize noHref noShade noWrap rightMargin topMargin valueType vAlign vLink vSpace allowTransparency " +
  "autoCorrect autoSave disablePictureInPicture disableRemotePlayback exportParts";
const ARIA =
  "ActiveDescendant AutoComplete ColCount ColIndex ColSpan DescribedBy DropEffect ErrorMessage FlowTo HasPopup " +
  "KeyShortcuts LabelledBy MultiLine MultiSelectable PosInSet ReadOnly RoleDescription RowCount RowIndex RowSpan " +
  "SetSize ValueMax ValueMin ValueNow ValueText";
const SPECIAL: Readonly<Record<string, string>> = {
  "accept-charset": "acceptCharset",
  class: "className",
  for: "htmlFor",
  "http-equiv": "httpEquiv",
};
const SPACED =
  "aria-controls aria-describedby aria-dropeffect aria-flowto aria-labelledby aria-owns aria-roledescription " +
  "accept-charset accesskey autocomplete blocking class controlslist headers for http-equiv itemprop itemref itemtype " +
  "ping rel sandbox archive part";
const COMMAS = "accept coords exportparts";
const NUMBERS =
  "aria-colcount aria-colindex aria-colspan aria-level aria-posinset aria-rowcount aria-rowindex aria-rowspan " +
  "aria-setsize aria-valuemax aria-valuemin aria-valuenow cols colspan coords height high low maxlength minlength " +
  "optimum rows rowspan size span start tabindex width border bottommargin hspace leftmargin marginheight marginwidth " +
  "rightmargin topmargin vspace results";
const BOOLEANS =
  "allowfullscreen allowpaymentrequest allowusermedia alpha async autofocus autoplay checked controls default defer " +
  "disabled formnovalidate inert ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly " +
  "required reversed scoped seamless selected shadowrootclonable shadowrootcustomelementregistry " +
  "shadowrootdelegatesfocus shadowrootserializable typemustmatch compact declare noresize nohref noshade nowrap " +
  "credentialless disablepictureinpicture disableremoteplayback download hidden";

interface Tables {
  readonly names: ReadonlyMap<string, string>;
  readonly spaced: ReadonlySet<string>;
  readonly commas: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly booleans: ReadonlySet<string>;
}

let made: Tables | undefined;

// Only handlers of a caller's own ever ask.
function tables(): Tables {
  return (made ??= {
    names: new Map([
      ...Object.entries(SPECIAL),
      ...NAMES.split(" ").map((name) => [name.toLowerCase(), name] as const),
      ...ARIA.split(" ").map((name) => [`aria-${name.toLowerCase()}`, `aria${name}`] as const),
    ]),
    spaced: new Set(SPACED.split(" ")),
    commas: new Set(COMMAS.split(" ")),
    numbers: new Set(NUMBERS.split(" ")),
    booleans: new Set(BOOLEANS.split(" ")),
  });
}

/** The hast property of an HTML attribute: `class` is `className`, `data-src` is `dataSrc`. */
export function propertyName(attribute: string): string {
  const known = tables().names.get(attribute);
  if (known !== undefined) return known;
  if (/^aria-[a-z]/.test(attribute)) return `aria${attribute.charAt(5).toUpperCase()}${attribute.slice(6)}`;
  if (!/^data-./.test(attribute)) return attribute;
  return `data${attribute.slice(4).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}

/** The hast properties of one element's attributes. */
export function toProperties(
  attrs: readonly { readonly name: string; readonly value: string; readonly prefix?: string | undefined }[],
): Properties {
  const properties: Properties = {};
  for (const attr of attrs) {
    const name = attr.prefix ? `${attr.prefix}:${attr.name}` : attr.name;
    if (!(name in Object.prototype)) properties[propertyName(name)] = typed(name, attr.value);
  }
  return properties;
}

function typed(name: string, value: string): string | number | boolean | (string | number)[] {
  const { spaced, commas, numbers, booleans } = tables();
  const number = numbers.has(name);
  if (spaced.has(name)) return value.trim() === "" ? [] : value.trim().split(/[ \t\n\r\f]+/);
  if (commas.has(name)) {
    const parts = value.split(",").map((part) => part.trim());
    if (parts.at(-1) === "") parts.pop();
    return parts.map((part) => (number && part !== "" && !Number.isNaN(Number(part)) ? Number(part) : part));
  }
  if (number && value !== "" && !Number.isNaN(Number(value))) return Number(value);
  if (booleans.has(name) && (value === "" || value.toLowerCase() === name)) return true;
  return value;
}

/** An attribute's text out of hast properties, by its HTML name; undefined when it is not there or false. */
export function fromProperties(properties: Properties | undefined, name: string): string | undefined {
  const value = properties?.[propertyName(name)];
  if (value === undefined || value === null || value === false) return undefined;
  if (value === true) return "";
  return Array.isArray(value) ? value.join(" ") : String(value);
}
