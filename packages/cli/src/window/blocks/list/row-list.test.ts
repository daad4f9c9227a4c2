import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTheme } from "../../theme/create-theme.js";
import type { TranscriptBlock } from "../block.js";
import { RowList } from "./row-list.js";

interface Counted {
  readonly block: TranscriptBlock;
  laid: number;
  text: string;
}

/** A block of `height` rows that counts how often it is laid out and takes its time for it. */
function counted(name: string, height = 1, ms = 0): Counted {
  const it: Counted = {
    laid: 0,
    text: name,
    block: {
      lay: (room) => {
        it.laid += 1;
        for (const begin = performance.now(); performance.now() - begin < ms;);
        return { rows: Array.from({ length: height }, () => `${it.text} ${room.width}`) };
      },
    },
  };
  return it;
}

function bench() {
  const theme = createTheme({ name: "dark", colours: 0 });
  let changes = 0;
  const list = new RowList({
    theme: () => theme,
    cwd: "/",
    previewLines: 3,
    changed: () => {
      changes += 1;
    },
  });
  return { list, changes: () => changes };
}

describe("rows", () => {
  it("keep their array, and blocks that did not change are not laid out again", () => {
    const { list } = bench();
    const blocks = Array.from({ length: 50 }, (_value, index) => counted(`b${index}`));
    const entries = blocks.map(({ block }) => list.add(block, 0, undefined));
    const rows = list.render(20);
    expect(rows).toHaveLength(99);
    expect(list.render(20)).toBe(rows);
    const [last, entry] = [blocks.at(-1), entries.at(-1)];
    if (!last || !entry) throw new Error("no block");
    last.text = "new";
    list.touch(entry);
    expect(list.render(20)).toBe(rows);
    expect(rows.at(-1)).toBe("new 20");
    expect(blocks.map(({ laid }) => laid)).toEqual([...Array.from({ length: 49 }, () => 1), 2]);
  });

  it("take a block in the middle, and one that gets more rows", () => {
    const { list } = bench();
    const first = list.add(counted("a").block, 0, undefined);
    list.add(counted("c").block, 0, undefined);
    list.render(20);
    list.add(counted("b", 2).block, 1, undefined, first);
    expect(list.render(20)).toEqual(["a 20", "", "b 18", "b 18", "", "c 20"]);
    expect([0, 1, 2, 3, 4, 5, 6].map((row) => list.at(row)?.depth)).toEqual([
      0,
      undefined,
      1,
      1,
      undefined,
      0,
      undefined,
    ]);
  });

  it("are laid out anew for another width, the bottom first and the rest in pauses", async () => {
    const { list, changes } = bench();
    const blocks = Array.from({ length: 400 }, (_value, index) => counted(`b${index}`, 1, 0.2));
    for (const { block } of blocks) list.add(block, 0, undefined);
    const first = list.render(30);
    expect(first[0]).toMatch(/^… \d+ earlier bloc/);
    expect(first.at(-1)).toBe("b399 30");
    expect(first.length).toBeGreaterThan(100);
    expect(blocks[0]?.laid).toBe(0);
    // What comes meanwhile is drawn at once.
    list.add(counted("late").block, 0, undefined);
    expect(list.render(30).at(-1)).toBe("late 30");
    for (let waits = 0; changes() === 0 && waits < 2000; waits += 1) await sleep(5);
    const rows = list.render(30);
    expect(rows[0]).toBe("b0 30");
    expect(rows).toHaveLength(801);
    expect(blocks.every(({ laid }) => laid === 1)).toBe(true);
    expect(changes()).toBe(1);
  });

  it("give up the pauses of a width that is no longer the width", async () => {
    const { list, changes } = bench();
    for (let index = 0; index < 400; index += 1) list.add(counted(`b${index}`, 1, 0.2).block, 0, undefined);
    list.render(30);
    list.render(20);
    for (let waits = 0; changes() === 0 && waits < 2000; waits += 1) await sleep(5);
    expect(new Set(list.render(20).map((row) => row.split(" ").at(-1)))).toEqual(new Set(["20", ""]));
  });

  it("are bounded: earlier blocks come when they are asked for", () => {
    const { list } = bench();
    for (let index = 0; index < 3500; index += 1) list.add(counted(`b${index}`).block, 0, undefined);
    expect(list.tail(60, 1e6)).toHaveLength(4001);
    expect(list.render(60)[0]).toBe("… 1500 earlier blocks · a click shows more");
    expect(list.more(1)).toBe(false);
    expect(list.more(0)).toBe(true);
    expect(list.tail(60, 1e6)).toHaveLength(6999);
    expect(list.more(0)).toBe(false);
    list.clear();
    expect(list.render(60)).toEqual([]);
  });

  it("give the last ones, however many are asked for", () => {
    const { list } = bench();
    for (let index = 0; index < 600; index += 1) list.add(counted(`b${index}`, 1, 0.1).block, 0, undefined);
    expect(list.tail(10, 3)).toEqual(["b598 10", "", "b599 10"]);
    expect(list.tail(10, 900)).toHaveLength(900);
    expect(list.tail(10, 0)).toEqual([]);
  });
});
