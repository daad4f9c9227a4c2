export { checkPortableSchema } from "../schema/portable.js";
export { createTestContext, type TestContextOptions } from "./create-test-context.js";
export { testTool, type Finding, type TestToolOptions } from "./test-tool.js";
