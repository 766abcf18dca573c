// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { maxBookmarks } from "../../../app/contract/bookmarks.ts";
import { takeNotifications } from "../shell/notifications.ts";
import { askedServices } from "../testing/asked-services.tsx";
import { addBookmark, changeBookmark, deleteBookmark, useBookmarks } from "./bookmarks.ts";

beforeEach(() => {
  // Messages of tests that share this process are not of these.
  takeNotifications();
  askedServices({ "settings.all": {} });
});
afterEach(cleanup);

let last = 0;
const newRecording = () =>
  ({ kind: "run", id: `00000000-0000-4000-8000-1${String(++last).padStart(11, "0")}` }) as const;

it("stand in order of time, whatever their text and their order", () => {
  const recording = newRecording();
  const { result } = renderHook(() => useBookmarks(recording));
  act(() => {
    addBookmark(recording, 500);
    const span = addBookmark(recording, { startMs: 100, endMs: 200 });
    if (span !== null) changeBookmark(recording, { ...span, text: "a dip" });
  });
  expect(result.current).toMatchObject([
    { fromMs: 100, toMs: 200, text: "a dip" },
    { fromMs: 500, toMs: null, text: "" },
  ]);
});

it("come back by Undo once they are deleted", () => {
  const recording = newRecording();
  const { result } = renderHook(() => useBookmarks(recording));
  act(() => void addBookmark(recording, 500));
  const [one] = result.current;
  if (one === undefined) throw new Error("none was added");
  act(() => deleteBookmark(recording, one));
  expect(result.current).toEqual([]);
  const [told] = takeNotifications();
  expect(told?.title).toBe("‘Bookmark’ was deleted");
  act(() => told?.action?.run());
  expect(result.current).toEqual([one]);
});

it("are at most so many", () => {
  const recording = newRecording();
  for (let n = 0; n < maxBookmarks; ++n) addBookmark(recording, n);
  expect(takeNotifications()).toEqual([]);
  expect(addBookmark(recording, 1)).toBeNull();
  expect(takeNotifications()[0]?.title).toBe("The bookmark was not added");
});
