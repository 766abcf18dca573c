import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  choose,
  chooseAll,
  keepExisting,
  move,
  noSelection,
  type Selection,
} from "./row-selection.ts";

const rows = ["a", "b", "c", "d", "e"];
const plain = { ctrl: false, shift: false };
const ctrl = { ctrl: true, shift: false };
const shift = { ctrl: false, shift: true };
const chosen = (selection: Selection) => [...selection.selected].sort().join("");

describe("choosing rows", () => {
  it("takes one row with a plain click", () => {
    const first = choose(noSelection, rows, "b", plain);
    expect(chosen(choose(first, rows, "d", plain))).toBe("d");
  });

  it("adds and removes single rows with Ctrl", () => {
    const two = choose(choose(noSelection, rows, "b", plain), rows, "d", ctrl);
    expect(chosen(two)).toBe("bd");
    expect(chosen(choose(two, rows, "b", ctrl))).toBe("d");
  });

  it("takes the range from the anchor with Shift, either way, and again from the same anchor", () => {
    const anchor = choose(noSelection, rows, "c", plain);
    const down = choose(anchor, rows, "e", shift);
    expect(chosen(down)).toBe("cde");
    expect(chosen(choose(down, rows, "a", shift))).toBe("abc");
  });

  it("moves by arrows, enters at the near end, and stops at the ends", () => {
    expect(move(noSelection, rows, 1, plain).active).toBe("a");
    expect(move(noSelection, rows, -1, plain).active).toBe("e");
    const last = move(noSelection, rows, Infinity, plain);
    expect(last.active).toBe("e");
    expect(move(last, rows, 1, plain).active).toBe("e");
    expect(chosen(move(last, rows, -1, shift))).toBe("de");
  });

  it("moves without choosing when Ctrl is held", () => {
    const first = choose(noSelection, rows, "a", plain);
    const moved = move(first, rows, 2, ctrl);
    expect(moved.active).toBe("c");
    expect(chosen(moved)).toBe("a");
  });

  it("takes all", () => {
    expect(chosen(chooseAll(noSelection, rows))).toBe("abcde");
  });
});

describe("rows that go", () => {
  it("give their place to the next, and the last to the one before", () => {
    const third = choose(noSelection, rows, "c", plain);
    expect(keepExisting(third, rows, ["a", "b", "d", "e"])).toMatchObject({ active: "d" });
    const last = choose(noSelection, rows, "e", plain);
    const kept = keepExisting(last, rows, ["a", "b"]);
    expect(kept.active).toBe("b");
    expect(chosen(kept)).toBe("b");
    expect(keepExisting(last, rows, [])).toMatchObject({ active: null });
  });

  it("leave the others chosen", () => {
    const two = choose(choose(noSelection, rows, "b", plain), rows, "d", ctrl);
    expect(chosen(keepExisting(two, rows, ["a", "b", "c", "e"]))).toBe("b");
  });

  it("change nothing when none of the chosen goes", () => {
    const first = choose(noSelection, rows, "a", plain);
    expect(keepExisting(first, rows, ["e", "a"])).toBe(first);
  });

  it("never leave anything chosen or active that is not in the list", () => {
    const subset = fc.subarray(rows);
    const row = fc.constantFrom(...rows);
    fc.assert(
      fc.property(fc.array(row), fc.array(fc.boolean()), subset, (picks, holds, left) => {
        let selection = noSelection;
        for (const [index, pick] of picks.entries()) {
          selection = choose(selection, rows, pick, { ctrl: holds[index] ?? false, shift: false });
        }
        const kept = keepExisting(selection, rows, left);
        expect(kept.active === null || left.includes(kept.active)).toBe(true);
        expect([...kept.selected].every((id) => left.includes(id))).toBe(true);
        expect(keepExisting(kept, left, left)).toBe(kept);
      }),
    );
  });
});
