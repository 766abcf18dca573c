import { describe, expect, it } from "vitest";
import { SeededRandom } from "../seeded-random.ts";
import { differenceOf, differenceSentence } from "./difference.ts";
import {
  drawn,
  drawnPoints,
  expectedAt,
  highestExpected,
  isDrawn,
  nothingExpected,
  placesIn,
  pointed,
} from "./expectation.ts";

const empty = nothingExpected([0, 10, 20, 30, 40]);

describe("drawing what one expects", () => {
  it("takes all places between the ends of a stroke, in either direction", () => {
    const line = drawn(empty, { x: 0, y: 100 }, { x: 40, y: 60 }, 200);
    expect(line.values).toEqual([100, 90, 80, 70, 60]);
    expect(drawn(empty, { x: 40, y: 60 }, { x: 0, y: 100 }, 200)).toEqual(line);
  });

  it("has one value at each place, the last one that was drawn", () => {
    const once = drawn(empty, { x: 0, y: 100 }, { x: 40, y: 100 }, 200);
    const again = drawn(once, { x: 10, y: 20 }, { x: 22, y: 20 }, 200);
    expect(again.values).toEqual([100, 20, 20, 100, 100]);
  });

  it("never leaves the plane, wherever the pointer goes", () => {
    const random = new SeededRandom(7);
    const any = (): number => (random.share() - 0.5) * 1000;
    let expected = nothingExpected(placesIn(0, 100));
    for (let stroke = 0; stroke < 200; ++stroke) {
      const from = { x: any(), y: any() };
      expected = drawn(expected, from, { x: any(), y: any() }, 150);
    }
    expect(expected.values).toHaveLength(expected.places.length);
    expect(expected.values.every((value) => value !== null && value >= 0 && value <= 150)).toBe(
      true,
    );
  });

  it("is straight between points that were set by keys, and nothing beside them", () => {
    const line = pointed(pointed(empty, 1, 50, 100), 3, 150, 100);
    expect(drawnPoints(line)).toEqual([
      { x: 10, y: 50 },
      { x: 30, y: 100 },
    ]);
    expect(expectedAt(line, 20)).toBe(75);
    expect([expectedAt(line, 5), expectedAt(line, 35)]).toEqual([null, null]);
    expect([isDrawn(empty), isDrawn(line), highestExpected(line)]).toEqual([false, true, 100]);
  });
});

describe("how far it was off", () => {
  const line = drawn(
    drawn(empty, { x: 0, y: 200 }, { x: 20, y: 120 }, 200),
    { x: 20, y: 120 },
    { x: 40, y: 200 },
    200,
  );
  const came = [
    { x: 0, y: 200 },
    { x: 10, y: 200 },
    { x: 20, y: 180 },
    { x: 30, y: 80 },
    { x: 40, y: 160 },
    { x: 50, y: 1 },
  ];

  it("is the mean, the lowest value with its place, and the end, of what was expected alone", () => {
    expect(differenceOf(line, came, "lowest")).toEqual({
      expected: { mean: 168, extreme: { x: 20, y: 120 }, end: 200 },
      actual: { mean: 164, extreme: { x: 30, y: 80 }, end: 160 },
      endX: 40,
    });
    expect(differenceOf(line, came, "highest")?.actual.extreme).toEqual({ x: 0, y: 200 });
  });

  it("is nothing where nothing was expected or nothing came", () => {
    expect(differenceOf(empty, came, "lowest")).toBeNull();
    expect(differenceOf(line, [], "lowest")).toBeNull();
  });

  it("is said in figures", () => {
    const difference = differenceOf(line, came, "lowest");
    if (difference === null) throw new Error("nothing to compare");
    const sentence = differenceSentence(difference, {
      title: "Transactions",
      extreme: "lowest",
      value: (value) => `${value} /s`,
      at: (x) => `at ${x} s`,
      shift: (from, to) => `${to - from} s later`,
    });
    expect(sentence).toBe(
      "You expected Transactions to fall to 120 /s at 20 s; the lowest was 80 /s, 10 s later. On average you expected 168 /s, and it was 164 /s; at 40 s, the last to compare, you expected 200 /s, and it was 160 /s.",
    );
  });
});
