/** Bookmarks where a recording is shown or watched: M puts one there, and each leads back to its place. */
import { useEffect, useState } from "react";
import type { Bookmark } from "../../../app/contract/bookmarks.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import {
  addBookmark,
  changeBookmark,
  deleteBookmark,
  useBookmarks,
} from "../recordings/bookmarks.ts";
import { recordingKey } from "../recordings/recording.ts";
import { useActions } from "../shell/actions.ts";
import type { PlayerStore } from "./player.ts";

export interface Bookmarking {
  readonly bookmarks: readonly Bookmark[];
  /** The one whose text is being written; null: none. */
  readonly edited: Bookmark | null;
  add(): void;
  goTo(one: Bookmark): void;
  edit(one: Bookmark): void;
  /** Of the one that is edited. */
  save(text: string): void;
  remove(one: Bookmark): void;
  close(): void;
}

/** `momentMs`: the moment that is shown; where time is selected, that is bookmarked. */
export function useBookmarking(
  recording: RecordingRef,
  player: PlayerStore,
  momentMs: () => number,
): Bookmarking {
  const bookmarks = useBookmarks(recording);
  const [edited, edit] = useState<Bookmark | null>(null);
  const key = recordingKey(recording);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another recording nothing is edited
  useEffect(() => edit(null), [key]);
  const add = (): void => {
    const { selection } = player.getState();
    edit(addBookmark(recording, selection?.kind === "span" ? selection.span : momentMs()));
  };
  useActions([
    { id: "bookmark.add", title: "Add a bookmark here", group: "View", keys: "M", run: add },
  ]);
  return {
    bookmarks,
    edited,
    add,
    edit,
    goTo: (one) => goTo(player, one),
    save: (text) => edited !== null && changeBookmark(recording, { ...edited, text }),
    remove: (one) => deleteBookmark(recording, one),
    close: () => edit(null),
  };
}

/** A span is selected, with as much around it as it is long. */
function goTo(player: PlayerStore, { fromMs, toMs }: Bookmark): void {
  const { pause, select, zoomToSpan, seek } = player.getState();
  pause();
  if (toMs !== null) {
    select({ kind: "span", span: { startMs: fromMs, endMs: toMs } });
    const besideMs = toMs - fromMs;
    zoomToSpan({ startMs: fromMs - besideMs, endMs: toMs + besideMs });
  }
  seek(fromMs);
}
