import type { ConfigKey } from "@mm-agent/agent";
import type { WindowHost } from "../types.js";
import { askText } from "./ask-text.js";
import { chooseModel } from "./choose-model.js";
import { keyHelp } from "./key-help.js";
import { pick } from "./pick.js";
import type { PickRow } from "./picker.js";
import { shortModel } from "../frame/short-model.js";
import { SETTINGS, type SettingSpec } from "./settings-table.js";

type Value = string | number | boolean;

/** True when the window takes the setting up at once. */
export type TakeUp = (key: ConfigKey, value: Value) => boolean;

/**
 * The settings that people change while they work. Each change is written into the user's config file at once, and it is
 * said which file that is and when the change counts. Returns when the screen is closed.
 */
export async function settings(host: WindowHost, takeUp: TakeUp = () => false): Promise<void> {
  const changed = new Map<string, Value>();
  let last: SettingSpec | "model" | "keys" = SETTINGS[0]!;
  let typed = "";
  for (;;) {
    const picked = await pick<SettingSpec | "model" | "keys">(host, {
      title: "Settings",
      rows: rowsOf(host, changed),
      enter: "change",
      ordered: true,
      keepNotes: true,
      begin: (value) => value === last,
      typed,
    });
    if (!picked) return;
    ({ typed, value: last } = picked);
    if (picked.value === "keys") await keyHelp(host);
    else if (picked.value === "model") await changeModel(host);
    else await change(host, picked.value, { changed, takeUp });
  }
}

function rowsOf(
  host: WindowHost,
  changed: ReadonlyMap<string, Value>,
): readonly PickRow<SettingSpec | "model" | "keys">[] {
  const { provider } = host.session;
  const row = (spec: SettingSpec): PickRow<SettingSpec> => ({
    value: spec,
    label: `${spec.does} (${spec.key})`,
    note: shown(valueOf(host, spec, changed)),
  });
  return [
    ...SETTINGS.map(row),
    { value: "model", label: "Model (model)", note: `${shortModel(provider.model)} @ ${provider.name}` },
    { value: "keys", label: "Keys (keys)", note: "show them; they are changed in the config file" },
  ];
}

function valueOf(
  host: WindowHost,
  spec: SettingSpec,
  changed: ReadonlyMap<string, Value>,
): Value | undefined {
  return spec.apply ? spec.read(host) : (changed.get(spec.key) ?? spec.read(host));
}

function shown(value: Value | undefined): string {
  return value === undefined
    ? "as the server has it"
    : value === true
      ? "on"
      : value === false
        ? "off"
        : `${value}`;
}

async function change(
  host: WindowHost,
  spec: SettingSpec,
  about: { readonly changed: Map<string, Value>; readonly takeUp: TakeUp },
): Promise<void> {
  const before = valueOf(host, spec, about.changed);
  const value = spec.values ? await chosen(host, spec, before) : await number(host, spec, before);
  if (value === undefined || value === before) return;
  spec.apply?.(host, value);
  about.changed.set(spec.key, value);
  const now = about.takeUp(spec.key, value) || spec.apply !== undefined;
  await save(host, spec.key, value, now);
}

async function chosen(
  host: WindowHost,
  spec: SettingSpec,
  before: Value | undefined,
): Promise<Value | undefined> {
  const rows = (spec.values ?? []).map(({ value, means }) => ({
    value,
    label: shown(value),
    ...(means === undefined || means === shown(value) ? {} : { note: means }),
    current: value === before,
  }));
  const picked = await pick<Value>(host, { title: spec.does, rows, enter: "take it", ordered: true });
  return picked?.value;
}

async function number(
  host: WindowHost,
  spec: SettingSpec,
  before: Value | undefined,
): Promise<number | undefined> {
  const text = (await askText(host, spec.does, String(before ?? "")))?.trim();
  if (text === undefined || text === "") return undefined;
  const value = Number(text);
  const least = spec.least ?? 0;
  if (Number.isSafeInteger(value) && value >= least) return value;
  host.flash(`${text} is not a whole number of ${least} or more`);
  return undefined;
}

async function changeModel(host: WindowHost): Promise<void> {
  const before = host.session.provider.model;
  const model = await chooseModel(host);
  if (model !== undefined && model !== before) await save(host, "model", model, true);
}

async function save(host: WindowHost, key: ConfigKey, value: Value, now: boolean): Promise<void> {
  const saved = await host.runtime.saveSetting(key, value);
  if (!saved.ok) return host.flash(saved.text);
  const source = host.runtime.describe().find((line) => line.key === key)?.source ?? "default";
  const other = source !== "default" && !source.startsWith(`${saved.file}:`);
  const when = other
    ? `; ${source} sets it too and goes before it`
    : now
      ? ""
      : "; it counts from the next start on";
  host.flash(`${key}: ${shown(value)}, saved in ${saved.file}${when}`);
}
