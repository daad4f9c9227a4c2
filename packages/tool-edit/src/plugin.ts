import { definePlugin } from "@mm-agent/core";
import { createEditTools } from "./tools/create-edit-tools.js";

export default definePlugin({
  name: "edit",
  config: { key: "edit", schema: { type: "object", properties: {}, additionalProperties: false } },
  tools: () => createEditTools(),
});
