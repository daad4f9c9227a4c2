import type { Properties } from "hast";
import { find, html, svg } from "property-information";

type Value = string | number | boolean | (string | number)[];

interface Conversion {
  readonly property: string;
  readonly convert: (value: string) => Value;
}

const SPACES = /[ \t\n\r\f]+/;
const own = Object.prototype;
// Pages with thousands of invented attribute names must not grow these tables for ever.
const MAX_CACHED = 2000;
const htmlNames = new Map<string, Conversion>();
const svgNames = new Map<string, Conversion>();

/** The hast properties of one element's attributes: the names and types that `rehype-parse` gives. */
export function toProperties(
  attrs: readonly { readonly name: string; readonly value: string; readonly prefix?: string | undefined }[],
  isSvg: boolean,
): Properties {
  const properties: Properties = {};
  const names = isSvg ? svgNames : htmlNames;
  for (const attr of attrs) {
    const name = attr.prefix ? `${attr.prefix}:${attr.name}` : attr.name;
    if (name in own) continue;
    let known = names.get(name);
    if (!known) {
      known = conversion(name, isSvg);
      if (names.size < MAX_CACHED) names.set(name, known);
    }
    properties[known.property] = known.convert(attr.value);
  }
  return properties;
}

function conversion(name: string, isSvg: boolean): Conversion {
  const info = find(isSvg ? svg : html, name);
  const { property } = info;
  const one = (value: string): string | number | boolean => {
    if (info.number && value && !Number.isNaN(Number(value))) return Number(value);
    const flag = info.boolean || info.overloadedBoolean;
    if (flag && (value === "" || value.toLowerCase() === name.toLowerCase())) return true;
    return value;
  };
  if (info.spaceSeparated) return { property, convert: (value) => words(value).map(each(one)) };
  if (info.commaSeparated) return { property, convert: (value) => commas(value).map(each(one)) };
  if (info.commaOrSpaceSeparated) {
    return { property, convert: (value) => words(commas(value).join(" ")).map(each(one)) };
  }
  if (!info.number && !info.boolean && !info.overloadedBoolean) return { property, convert: (value) => value };
  return { property, convert: one };
}

function each(one: (value: string) => string | number | boolean): (value: string) => string | number {
  return (value) => {
    const result = one(value);
    return typeof result === "boolean" ? value : result;
  };
}

function words(value: string): string[] {
  const trimmed = value.trim();
  return trimmed ? trimmed.split(SPACES) : [];
}

function commas(value: string): string[] {
  const parts = value.split(",").map((part) => part.trim());
  if (parts.at(-1) === "") parts.pop();
  return parts;
}

/** An attribute's text out of hast properties, by its HTML name; undefined when it is not there or false. */
export function fromProperties(properties: Properties | undefined, name: string): string | undefined {
  const value = properties?.[find(html, name).property];
  if (value === undefined || value === null || value === false) return undefined;
  if (value === true) return "";
  return Array.isArray(value) ? value.join(" ") : String(value);
}
