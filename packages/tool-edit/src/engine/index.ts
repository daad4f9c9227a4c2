export { applyEdits } from "./apply-edits.js";
export { headlineOf, type HeadlineParts } from "./headline.js";
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
} from "./types.js";
