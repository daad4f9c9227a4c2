import { setCapabilities } from "@earendil-works/pi-tui";
import { afterAll, describe, expect, it } from "vitest";
import { createKit } from "../transcript-kit.js";
import { pathLink, safeAddress, safeLinks } from "./links.js";
import { safeText, terminalText } from "./safe-text.js";

afterAll(() => setCapabilities({ images: null, trueColor: true, hyperlinks: false }));

describe("links", () => {
  it("go to the web, to mail and to files, and nowhere else", () => {
    expect(
      [
        "https://example.org/ä b",
        "http://example.org",
        "mailto:a@example.org",
        "file:///srv/x",
        "javascript:alert(1)",
        "vscode://open",
        "x-man-page://ls",
        "not an address",
        `https://example.org/${"a".repeat(3000)}`,
      ].map(safeAddress),
    ).toEqual([
      "https://example.org/%C3%A4%20b",
      "http://example.org/",
      "mailto:a@example.org",
      "file:///srv/x",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("lose their address and keep their text", () => {
    const link = (address: string): string => `a \x1b]8;;${address}\x1b\\b\x1b]8;;\x1b\\ c`;
    expect(safeLinks(link("javascript:x"))).toBe("a b\x1b]8;;\x1b\\ c");
    expect(safeLinks(link("https://example.org"))).toBe(link("https://example.org/"));
  });

  it("are written where the terminal knows them", () => {
    const rows = (hyperlinks: boolean): readonly string[] => {
      setCapabilities({ images: null, trueColor: true, hyperlinks });
      const kit = createKit();
      kit.text("[here](https://example.org/a) [bad](javascript:x)");
      return kit.transcript.render(60);
    };
    expect(rows(true)[0]).toContain("\x1b]8;;https://example.org/a\x1b\\here\x1b]8;;\x1b\\ bad");
    expect(rows(false)[0]?.trimEnd()).toBe("here (https://example.org/a) bad (javascript:x)");
    setCapabilities({ images: null, trueColor: true, hyperlinks: true });
    expect(pathLink("x", "/srv/a b")).toBe("\x1b]8;;file:///srv/a%20b\x1b\\x\x1b]8;;\x1b\\");
    expect(pathLink("x", "relative")).toBe("x");
  });
});

describe("texts", () => {
  it("lose what steers a terminal and what is not as wide as it says", () => {
    expect(safeText("a\x1b[31mb\x1b]0;t\x07c\td\u202ee")).toBe("abc    de");
    expect(safeText("\ud83dx\u{1f600}\udc00 \u3164|")).toBe("\ufffdx\u{1f600}\ufffd  |");
  });

  it("of a terminal begin a line anew after a carriage return", () => {
    expect(terminalText("10%\r50%\r100%\r\nnext\r\n")).toBe("100%\nnext\n");
    expect(terminalText("plain\n")).toBe("plain\n");
  });
});
