import { describe, expect, it } from "vitest";
import { inParallel } from "./in-parallel.mjs";

describe("inParallel", () => {
  it("works on so many at a time, and keeps the order of the results", async () => {
    const events = [];
    const done = [];
    const results = inParallel(
      ["a", "b", "c"],
      (item) => {
        events.push(item);
        return new Promise((resolve) => {
          done.push(() => resolve(item.toUpperCase()));
        });
      },
      2,
    );
    expect(events).toEqual(["a", "b"]);
    done[1]();
    await new Promise((resolve) => setImmediate(resolve));
    expect(events).toEqual(["a", "b", "c"]);
    done[2]();
    done[0]();
    expect(await results).toEqual(["A", "B", "C"]);
  });

  it("fails as its work does", async () => {
    await expect(inParallel([1], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
});
