import { estimateTokens } from "../compaction/estimate.js";
import type { SessionCommand } from "./types.js";

export const costCommand: SessionCommand = {
  name: "cost",
  description: "Tokens and cost of this conversation",
  run(_args, { session }) {
    const { input, output, cacheRead = 0, cacheWrite = 0, reasoning, cost } = session.usage;
    const cached = cacheRead + cacheWrite > 0 ? ` + ${cacheRead} from the cache, ${cacheWrite} into it` : "";
    const lines = [
      `in   ${input}${cached}`,
      `out  ${output}${reasoning === undefined ? "" : ` (${reasoning} of them thinking)`}`,
    ];
    lines.push(cost === undefined ? "cost unknown: the server names none" : `cost $${cost.toFixed(4)}`);
    const now = estimateTokens(session.messages());
    lines.push(
      `now  about ${now} tokens of conversation${session.window === undefined ? "" : ` (${Math.round((100 * now) / session.window)} % of ${session.window})`}`,
    );
    return { text: lines.join("\n") };
  },
};
