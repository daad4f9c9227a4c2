/* oxlint-disable no-underscore-dangle -- these are the names of parse5 */
import { Token, type Tokenizer, TokenizerMode } from "parse5";

/** The parts of parse5's tokenizer that are stepped over. They are internal: the package is bundled in a tested version. */
interface Internals {
  state: number;
  currentCharacterToken: { type: number } | null;
  runEnd: number;
  readonly preprocessor: { html: string; pos: number; skipNextNewLine: boolean };
  _extendRun(cp: number): void;
  _ensureCharacterToken(type: number): void;
  _emitCodePoint(cp: number): void;
  _stateAttributeValueDoubleQuoted(cp: number): void;
  _stateAttributeValueSingleQuoted(cp: number): void;
}

const TEXT_STATES: ReadonlySet<number> = new Set([
  TokenizerMode.DATA,
  TokenizerMode.RCDATA,
  TokenizerMode.RAWTEXT,
  TokenizerMode.SCRIPT_DATA,
]);
const { CHARACTER, NULL_CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;

/**
 * Makes a tokenizer read runs of ordinary characters at once instead of one by one, and white space between words
 * together with them: half of the time of parsing goes into single characters. The tree is the same.
 */
export function readRuns(tokenizer: Tokenizer): void {
  const inner = tokenizer as unknown as Internals;
  // A version that works otherwise is left to itself.
  if (typeof inner._emitCodePoint !== "function" || typeof inner._extendRun !== "function") return;
  inner._emitCodePoint = emitCodePoint;
  const double = inner._stateAttributeValueDoubleQuoted;
  inner._stateAttributeValueDoubleQuoted = function attributeValue(this: Internals, cp) {
    if (cp === 34 || isSpecial(cp)) double.call(this, cp);
    else extend(this, cp, 34);
  };
  const single = inner._stateAttributeValueSingleQuoted;
  inner._stateAttributeValueSingleQuoted = function attributeValue(this: Internals, cp) {
    if (cp === 39 || isSpecial(cp)) single.call(this, cp);
    else extend(this, cp, 39);
  };
}

function emitCodePoint(this: Internals, cp: number): void {
  const space = isSpace(cp);
  const open = this.currentCharacterToken?.type;
  // White space after a character is treated like one; only at the start it may belong elsewhere.
  if (!(space && open === CHARACTER)) {
    this._ensureCharacterToken(space ? WHITESPACE_CHARACTER : cp === 0 ? NULL_CHARACTER : CHARACTER);
  }
  this._extendRun(cp);
  const { preprocessor } = this;
  if (cp === 0 || preprocessor.skipNextNewLine || !TEXT_STATES.has(this.state)) return;
  const { html } = preprocessor;
  const onlySpace = this.currentCharacterToken?.type === WHITESPACE_CHARACTER;
  let end = preprocessor.pos + 1;
  for (; end < html.length; end++) {
    const next = html.charCodeAt(end);
    if (onlySpace ? !isSpace(next) || next === 13 : next === 60 || isSpecial(next)) break;
  }
  this.runEnd = end;
  preprocessor.pos = end - 1;
}

function extend(tokenizer: Internals, cp: number, quote: number): void {
  tokenizer._extendRun(cp);
  const { preprocessor } = tokenizer;
  if (preprocessor.skipNextNewLine) return;
  const { html } = preprocessor;
  let end = preprocessor.pos + 1;
  for (; end < html.length; end++) {
    const next = html.charCodeAt(end);
    if (next === quote || isSpecial(next)) break;
  }
  tokenizer.runEnd = end;
  preprocessor.pos = end - 1;
}

/** NUL, carriage returns, `&`, surrogates and the end of input are read one by one. */
function isSpecial(code: number): boolean {
  return code === 38 || code === 13 || code <= 0 || (code >= 0xd800 && code <= 0xdfff);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 12 || code === 13;
}
