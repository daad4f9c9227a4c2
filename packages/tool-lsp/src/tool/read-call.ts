import { extname } from "node:path";
import type { Ctx } from "@mm-agent/core";
import { cleanSymbol } from "../text/clean-symbol.js";
import { readNewName, type NewName } from "../text/read-new-name.js";
import { failure } from "./failure.js";
import { ACTIONS, type Call, type LspInput, type Outcome } from "./types.js";

/** A call before a session is there for it. */
export type CleanCall = Omit<Call, "session">;

/** Actions that can do without `path`. */
const PATHLESS = new Set(["workspace_symbols", "diagnostics"]);

/** Cleans an input: the symbol as an identifier, the new name, the path against the session's folder. */
export function readCall(input: LspInput, ctx: Ctx, extended: boolean): Outcome<CleanCall> {
  const written = input.path?.trim() ?? "";
  const { action } = input;
  if (!extended && !(ACTIONS as readonly string[]).includes(action)) {
    return {
      ok: false,
      result: failure("invalid_input", `unknown action ${action} — use ${ACTIONS.join(", ")}`),
    };
  }
  if (written === "" && !(extended && PATHLESS.has(action))) {
    return { ok: false, result: failure("invalid_input", `${action} needs path`) };
  }
  const resolved = written === "" ? undefined : ctx.workspace.resolve(written);
  const extension = extname(resolved?.abs ?? "");
  const given = cleanSymbol(input.symbol ?? "", extension);
  const renamed = action === "rename" ? newNameOf(input, extension, given.last) : { name: "" };
  if ("problem" in renamed) {
    return {
      ok: false,
      result: failure(
        "invalid_input",
        `${renamed.problem} — nothing was written, call lsp again with another name`,
      ),
    };
  }
  const value: CleanCall = {
    ctx,
    input,
    action,
    path: resolved?.abs ?? "",
    shown: resolved?.rel ?? "",
    extension,
    symbol: given.symbol,
    newName: renamed.name,
    line: Math.max(0, Math.trunc(input.line ?? 0)),
    column: Math.max(0, Math.trunc(input.column ?? 0)),
  };
  return { ok: true, value };
}

/** The new name as given, else the last word of a symbol that holds several. */
function newNameOf(input: LspInput, extension: string, last: string | undefined): NewName {
  const given = readNewName(input.new_name ?? "", extension);
  if ("problem" in given || given.name !== "" || last === undefined) return given;
  const words = (input.symbol ?? "").replace(/\([^()]*\)/gu, " ").split(/[\s,;]+/u);
  return readNewName(
    words.findLast((word) => cleanSymbol(word, extension).symbol === last) ?? last,
    extension,
  );
}

/** What stands behind the tool's name in front ends: `definition main.go greet`, `rename main.go greet → hello`. */
export function titleOf(input: LspInput, call: CleanCall | undefined): string {
  if (!call) return [input.action, input.path].filter(Boolean).join(" ");
  const { symbol, line, column } = call;
  const place = symbol === "" && line > 0 ? `:${line}${column > 0 ? `:${column}` : ""}` : "";
  const head = [call.action, `${call.shown}${place}`, symbol].filter((part) => part !== "").join(" ");
  if (call.action === "rename") return `${head} → ${call.newName}`;
  return call.action === "rename_file" ? `${head} → ${input.new_path ?? ""}` : head;
}
