// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { failure, type Result, success } from "../../../app/contract/result.ts";
import type { ExportedFile } from "../../../app/contract/rpc/exports.ts";
import type { Call } from "../services/ask.ts";
import * as notifications from "../shell/notifications.ts";
import { askedServices } from "../testing/asked-services.tsx";
import { useExports } from "./exports.ts";

const file: ExportedFile = {
  fileName: "a.pdf",
  mediaType: "application/pdf",
  bytes: new Uint8Array(),
};
/** The desktop's: where it was saved; null: the user did not. */
const saveFile = vi.fn<(name: string, bytes: Uint8Array) => Promise<string | null>>();
const notify = vi.spyOn(notifications, "notify").mockReturnValue(undefined as never);
beforeEach(() => {
  askedServices({});
  saveFile.mockReset().mockResolvedValue("/reports/a.pdf");
  Object.assign(window, { snapscope: { saveFile } });
  notify.mockClear();
});
// Other tests share this process: they have no desktop, and messages of their own.
afterEach(() => void Reflect.deleteProperty(window, "snapscope"));
afterAll(() => notify.mockRestore());

/** A file that is made when the test says so. */
function made() {
  const { promise, resolve } = Promise.withResolvers<Result<ExportedFile>>();
  const signals: AbortSignal[] = [];
  const make: Call<ExportedFile> = (_, signal) => {
    signals.push(signal);
    return promise;
  };
  return { make, resolve, signals };
}

it("saves what was made, one of each kind at a time", async () => {
  const { make, resolve, signals } = made();
  const { result } = renderHook(() => useExports<"pdf">());
  let ended = Promise.resolve();
  act(() => {
    ended = result.current.start("pdf", "No PDF was exported", make);
    void result.current.start("pdf", "No PDF was exported", make);
  });
  expect([signals.length, result.current.running.has("pdf")]).toEqual([1, true]);
  await act(async () => {
    resolve(success(file));
    await ended;
  });
  expect([saveFile.mock.calls, result.current.running.size]).toEqual([[["a.pdf", file.bytes]], 0]);
});

it.each([
  ["none fails", success(file), "/b", 3],
  ["one cannot be made", failure("ioError", "the disk is full"), "/b", 2],
  ["the user does not save one", success(file), null, 2],
])("makes one file after the other while %s", async (_, second, path, made) => {
  saveFile.mockResolvedValueOnce("/a").mockResolvedValueOnce(path);
  const makes = [success(file), second, success(file)].map((answer) => vi.fn(async () => answer));
  const { result } = renderHook(() => useExports<"run">());
  await act(() => result.current.start("run", "The run was not exported", ...makes));
  expect(makes.filter(({ mock }) => mock.calls.length > 0)).toHaveLength(made);
});

it("says why a file that was made is not saved", async () => {
  saveFile.mockRejectedValueOnce(new Error("the disk is full"));
  const { result } = renderHook(() => useExports<"pdf">());
  await act(() => result.current.start("pdf", "No PDF was exported", async () => success(file)));
  expect(notify.mock.calls).toEqual([
    [{ intent: "error", title: "No PDF was exported", body: "the disk is full" }],
  ]);
});

it("says why nothing was made", async () => {
  const { result } = renderHook(() => useExports<"pdf">());
  const make = () => Promise.resolve(failure("ioError", "the disk is full"));
  await act(() => result.current.start("pdf", "No PDF was exported", make));
  expect(notify.mock.calls).toEqual([
    [{ intent: "error", title: "No PDF was exported", body: "the disk is full" }],
  ]);
});

it.each([
  ["cancelled", (exports: { cancel(kind: "pdf"): void }) => exports.cancel("pdf")],
  ["left behind", (_: unknown, unmount: () => void) => unmount()],
])("saves and says nothing of what is %s, even if it was made", async (_, end) => {
  const { make, resolve, signals } = made();
  const { result, unmount } = renderHook(() => useExports<"pdf">());
  let ended = Promise.resolve();
  act(() => {
    ended = result.current.start("pdf", "No PDF was exported", make);
  });
  act(() => end(result.current, unmount));
  expect(signals[0]?.aborted).toBe(true);
  await act(async () => {
    resolve(success(file));
    await ended;
  });
  expect([saveFile.mock.calls, notify.mock.calls]).toEqual([[], []]);
});
