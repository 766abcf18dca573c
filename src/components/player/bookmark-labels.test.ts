// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { placeBookmarks } from "./bookmark-labels.ts";

const at = (fromMs: number, text: string) => ({ id: `b${fromMs}`, fromMs, toMs: null, text });
const placed = (...bookmarks: ReturnType<typeof at>[]) =>
  placeBookmarks(bookmarks, { startMs: 0, endMs: 1000 }, 1000);

it("stand beside their lines, at the edge before them, and never over one another", () => {
  const [first, last] = placed(at(100, "first"), at(110, "too close to it"), at(995, "last"));
  expect(first).toMatchObject({ text: "first", left: 104 });
  expect(last?.text).toBe("last");
  expect(last?.left).toBeLessThan(995);
});

it("are cut where they are long, and not drawn outside of the view", () => {
  expect(
    placed(at(10, "x".repeat(200)), at(2000, "outside")).map(({ text }) => text.length),
  ).toEqual([40]);
});
