export { scripted } from "../provider/scripted/provider.js";
export type { Script, ScriptedCall, ScriptedExpect, ScriptedTurn } from "../provider/scripted/script.js";
