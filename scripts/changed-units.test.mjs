import { describe, expect, it } from "vitest";
import { spread, unitsFor } from "./clang-tidy-changed.mjs";
import { hashOf } from "./compare-hashes.mjs";

describe("unitsFor", () => {
  const texts = {
    "native/wal/log.cpp": '#include "wal/log.h"',
    "native/txn/txn.cpp": '#include "base/ids.h"',
  };
  const units = Object.keys(texts);
  const pick = (...changed) => unitsFor(changed, units, (path) => texts[path]);

  it("takes changed units, and a header through its namesake or an includer", () => {
    expect(pick("native/txn/txn.cpp", "README.md")).toEqual(["native/txn/txn.cpp"]);
    expect(pick("native/wal/log.h")).toEqual(["native/wal/log.cpp"]);
    expect(pick("native/base/ids.h")).toEqual(["native/txn/txn.cpp"]);
    expect(pick("native/base/unused.h")).toEqual([]);
  });
});

describe("spread", () => {
  it("takes all of a short list and every so-manieth of a long one", () => {
    expect(spread([1, 2], 3)).toEqual([1, 2]);
    expect(spread([0, 1, 2, 3, 4, 5], 3)).toEqual([0, 2, 4]);
  });
});

describe("hashOf", () => {
  it("takes the hash of a completed run only", () => {
    const run = { status: "completed" };
    expect(hashOf({ run, telemetryHash: "0123456789abcdef" })).toBe("0123456789abcdef");
    expect(() => hashOf({ run, telemetryHash: null })).toThrow("no telemetryHash");
    expect(() => hashOf({ run: { status: "failed", error: null } })).toThrow("ended as failed");
  });
});
