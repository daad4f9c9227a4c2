import { defineProject } from "vitest/config";
import { project } from "../../vitest.shared.ts";

export default defineProject(project("tool-ask"));
