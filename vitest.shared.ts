import type { UserWorkspaceConfig } from "vitest/config";

const conditions = ["mm-source", "node", "import", "module", "default"];

/** What every package's tests share: sources instead of builds, and limits that hold on a busy machine. */
export function project(name: string): UserWorkspaceConfig {
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: { name, include: ["src/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000 },
  };
}
