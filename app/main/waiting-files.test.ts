import { expect, it } from "vitest";
import type { PickedFile } from "../contract/rpc/host-bridge.ts";
import { type Taker, WaitingFiles } from "./waiting-files.ts";

const fileAt = (path: string): PickedFile => ({ name: path, path, size: 1 });

/** A page that notes which files it got. */
function page(): Taker & { readonly taken: string[] } {
  const taken: string[] = [];
  return {
    taken,
    pick: (paths) => Promise.resolve(paths.map(fileAt)),
    take: (files) => void taken.push(...files.map(({ path }) => path)),
  };
}

it("keeps files that come before the page listens, and hands them over once", async () => {
  const files = new WaitingFiles(["of the start"]);
  await files.add(["of a second start"]);
  const first = page();
  await files.takenBy(first);
  expect(first.taken).toEqual(["of the start", "of a second start"]);
  await files.takenBy(first);
  await files.add(["later"]);
  expect(first.taken).toEqual(["of the start", "of a second start", "later"]);
});

it("keeps files that come while the page loads anew, or has no window", async () => {
  const files = new WaitingFiles([]);
  const before = page();
  await files.takenBy(before);
  await files.takenBy(null);
  await files.add(["while none listens"]);
  const after = page();
  await files.takenBy(after);
  expect([before.taken, after.taken]).toEqual([[], ["while none listens"]]);
});

it("gives files that a page left behind to the next one", async () => {
  const files = new WaitingFiles([]);
  const picked = Promise.withResolvers<void>();
  const left = page();
  await files.takenBy({
    ...left,
    pick: (paths) => picked.promise.then(() => paths.map(fileAt)),
  });
  const added = files.add(["asked for as the page went"]);
  await files.takenBy(null);
  picked.resolve();
  await added;
  const next = page();
  await files.takenBy(next);
  expect([left.taken, next.taken]).toEqual([[], ["asked for as the page went"]]);
});
