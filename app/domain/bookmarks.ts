/** Bookmarks of a recording: what each is called, and the list after a change. */
import { type Bookmark, maxBookmarks } from "../contract/bookmarks.ts";
import type { RecordingRef } from "../contract/rpc/recordings.ts";
import type { Span } from "./timeline/span.ts";

/** Where the settings keep those of a recording. */
export const bookmarksKey = ({ kind, id }: RecordingRef): string =>
  `${bookmarksPrefix}${kind}:${id}`;
export const bookmarksPrefix = "bookmarks.";

/** The first line of its text. */
export const titleOfBookmark = ({ text }: Pick<Bookmark, "text">): string =>
  text.trim().split("\n")[0] || "Bookmark";

export const isFull = (all: readonly Bookmark[]): boolean => all.length >= maxBookmarks;

/** In order of time, the new one among them. */
export const withBookmark = (all: readonly Bookmark[], one: Bookmark): readonly Bookmark[] =>
  [...all.filter(({ id }) => id !== one.id), one].toSorted((a, b) => a.fromMs - b.fromMs);

/** At a moment, or over a span. */
export const newBookmark = (id: string, at: number | Span): Bookmark =>
  typeof at === "number"
    ? { id, fromMs: at, toMs: null, text: "" }
    : { id, fromMs: at.startMs, toMs: at.endMs, text: "" };

/** The first that is not of a recording which ends then; null: all are. */
export const bookmarkBeyond = (all: readonly Bookmark[], endMs: number): number | null => {
  const index = all.findIndex(
    ({ fromMs, toMs }) => fromMs < 0 || fromMs > endMs || (toMs ?? fromMs) > endMs,
  );
  return index === -1 ? null : index;
};
