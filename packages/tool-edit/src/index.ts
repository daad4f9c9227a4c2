export { applyEdits } from "./engine/apply-edits.js";
export { headlineOf, type HeadlineParts } from "./engine/headline.js";
export type {
  Edit,
  EditOptions,
  EditProblem,
  EditSpan,
  EditsApplied,
  EditsRefused,
  LooseMatch,
  MatchPass,
  RefusalReason,
  Region,
} from "./engine/types.js";
export { default } from "./plugin.js";
export { createEditTools } from "./tools/create-edit-tools.js";
