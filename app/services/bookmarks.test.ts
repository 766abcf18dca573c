import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bookmark } from "../contract/bookmarks.ts";
import { bookmarksKey } from "../domain/bookmarks.ts";
import { keptBookmarks } from "./bookmarks.ts";
import type { RunningServices } from "./services.ts";
import { importBytes, messageOf, runFake, Scratch, unwrap } from "./testing/scratch-services.ts";

const scratch = new Scratch();
const elsewhere = new Scratch();
let services: RunningServices;
let other: RunningServices;
let runId: string;

const moment: Bookmark = { id: "a", fromMs: 0, toMs: null, text: "" };
const span: Bookmark = { id: "b", fromMs: 10, toMs: 1000, text: "the dip\nsecond line" };

beforeAll(async () => {
  [services, other] = [await scratch.open(), await elsewhere.open()];
  runId = await runFake(services, "rich:30");
});
afterAll(async () => {
  await scratch.dispose();
  await elsewhere.dispose();
});

const ofRun = (id: string) => ({ kind: "run", id }) as const;
const keep = async (bookmarks: unknown) =>
  unwrap(await services.settings.put(bookmarksKey(ofRun(runId)), bookmarks));

async function exported(change: (document: { bookmarks?: unknown }) => void): Promise<Uint8Array> {
  const { bytes } = unwrap(await services.library.exportRun(runId));
  const document = JSON.parse(gunzipSync(bytes).toString("utf8"));
  change(document);
  return gzipSync(JSON.stringify(document));
}

describe("bookmarks of a run", () => {
  it("go with it into its file, and come out of it elsewhere", async () => {
    await keep([moment, span]);
    const { bytes } = unwrap(await services.library.exportRun(runId));
    const { id } = unwrap(await importBytes(other, "x", bytes));
    expect(await keptBookmarks(other.settings, ofRun(id))).toEqual([moment, span]);
    const again = unwrap(await importBytes(services, "x", bytes));
    expect(again.id).not.toBe(runId);
    expect(await keptBookmarks(services.settings, ofRun(again.id))).toEqual([moment, span]);
  });

  it("are no key of a file where there are none, as in a file of an earlier version", async () => {
    await keep(undefined);
    const bytes = await exported((document) => expect(document).not.toHaveProperty("bookmarks"));
    const { id } = unwrap(await importBytes(other, "x", bytes));
    expect(await keptBookmarks(other.settings, ofRun(id))).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["too many", Array.from({ length: 501 }, (_, n) => ({ ...moment, id: `n${n}` })), "bookmarks"],
    ["a text that is too long", [{ ...moment, text: "x".repeat(501) }], "bookmarks.0.text"],
    [
      "a moment after the end",
      [moment, { ...moment, id: "c", fromMs: 1e9 }],
      "bookmarks[1]: is not of this run",
    ],
    ["a moment before the begin", [{ ...moment, fromMs: -1 }], "bookmarks[0]: is not of this run"],
    [
      "a span that ends before it begins",
      [{ ...span, toMs: 5 }],
      "bookmarks.0.toMs: is not after fromMs",
    ],
    ["one id twice", [moment, moment], "two have one id"],
    ["a key that is not known", [{ ...moment, colour: "red" }], "colour"],
  ])("are refused whole with %s", async (_, bookmarks, message) => {
    const before = await other.library.list();
    const bytes = await exported((document) => {
      document.bookmarks = bookmarks;
    });
    expect(messageOf(await importBytes(other, "x", bytes))).toContain(message);
    expect(await other.library.list()).toEqual(before);
  });

  it("are found again as long as there is the run, and go with it", async () => {
    await keep([moment]);
    const gone = ofRun(crypto.randomUUID());
    const log = { kind: "capture", id: crypto.randomUUID() } as const;
    for (const one of [gone, log]) unwrap(await services.settings.put(bookmarksKey(one), [span]));
    const next = await scratch.open();
    expect(await keptBookmarks(next.settings, ofRun(runId))).toEqual([moment]);
    for (const one of [gone, log]) expect(await keptBookmarks(next.settings, one)).toEqual([]);
  });

  it("that this version does not understand are none", async () => {
    await keep({ version: 9 });
    expect(await keptBookmarks(services.settings, ofRun(runId))).toEqual([]);
  });
});
