import type { Root } from "hast";

export function isolateArticle(_tree: Root): void {}
