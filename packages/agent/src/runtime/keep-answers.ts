import { describeError, type Rule } from "@mm-agent/core";
import type { PermissionStore } from "../permission/permission-store.js";

/** Stores the answers for the project; one that cannot be stored holds for the session, and the person is told. */
export function keepAnswers(
  store: PermissionStore,
  tell: (text: string) => void,
): (rules: readonly Rule[], scope: "session" | "project") => void {
  return (rules, scope) => {
    if (scope !== "project") return;
    store
      .add(rules)
      .catch((error: unknown) => tell(`the answer holds for this session only: ${describeError(error)}`));
  };
}
