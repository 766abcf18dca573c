/** Bookmarks of a recording, kept with the settings under it. What is taken away can be had back while its message stands. */
import { useEffect } from "react";
import { type Bookmark, bookmarksSchema, maxBookmarks } from "../../../app/contract/bookmarks.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import {
  bookmarksKey,
  isFull,
  newBookmark,
  titleOfBookmark,
  withBookmark,
} from "../../../app/domain/bookmarks.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { fetchSettings, readSetting, useSetting, writeSetting } from "../services/settings.ts";
import { notify } from "../shell/notifications.ts";

const none: readonly Bookmark[] = [];
const schema = bookmarksSchema.readonly();

const bookmarksOf = (recording: RecordingRef): readonly Bookmark[] =>
  readSetting(bookmarksKey(recording), schema, none);

const keep = (recording: RecordingRef, all: readonly Bookmark[]): void =>
  writeSetting(bookmarksKey(recording), all.length === 0 ? undefined : all);

/** In order of time. A run that came from a file may have brought some, which are asked for. */
export function useBookmarks(recording: RecordingRef): readonly Bookmark[] {
  const key = bookmarksKey(recording);
  const [all] = useSetting(key, schema, none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each recording is asked for once
  useEffect(() => void fetchSettings(), [key]);
  return all;
}

/** The new one; null: there are as many as there can be. */
export function addBookmark(recording: RecordingRef, at: number | Span): Bookmark | null {
  const all = bookmarksOf(recording);
  if (isFull(all)) {
    notify({
      intent: "warning",
      title: "The bookmark was not added",
      body: `There are ${maxBookmarks} already, which is the most. Delete one first.`,
    });
    return null;
  }
  const one = newBookmark(crypto.randomUUID(), at);
  keep(recording, withBookmark(all, one));
  return one;
}

export const changeBookmark = (recording: RecordingRef, one: Bookmark): void =>
  keep(recording, withBookmark(bookmarksOf(recording), one));

export function deleteBookmark(recording: RecordingRef, one: Bookmark): void {
  keep(
    recording,
    bookmarksOf(recording).filter(({ id }) => id !== one.id),
  );
  notify({
    intent: "info",
    title: `‘${titleOfBookmark(one)}’ was deleted`,
    action: { label: "Undo", run: () => changeBookmark(recording, one) },
  });
}
