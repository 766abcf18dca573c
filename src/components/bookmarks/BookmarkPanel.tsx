/** The bookmarks of a recording in a rail, and the dialog of the one whose text is written. */
import type { ReactNode } from "react";
import type { Bookmark } from "../../../app/contract/bookmarks.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { Panel } from "../ui/Panel.tsx";
import { BookmarkDialog } from "./BookmarkDialog.tsx";
import { BookmarkList, type BookmarkListProps } from "./BookmarkList.tsx";

interface BookmarkPanelProps extends Omit<BookmarkListProps, "timeOf"> {
  readonly timeline: Timeline;
}

export function BookmarkPanel({ timeline, ...list }: BookmarkPanelProps): ReactNode {
  const { length } = list.bookmarks;
  return (
    <Panel title="Bookmarks" {...(length === 0 ? {} : { aside: length })}>
      <BookmarkList {...list} timeOf={(one) => timeOf(timeline, one)} />
    </Panel>
  );
}

interface EditedBookmarkProps {
  readonly timeline: Timeline;
  readonly edited: Bookmark | null;
  save(text: string): void;
  remove(one: Bookmark): void;
  close(): void;
}

export function EditedBookmark(props: EditedBookmarkProps): ReactNode {
  const { timeline, edited, save, remove, close } = props;
  if (edited === null) return null;
  const when = `${edited.toMs === null ? "at" : "from"} ${timeOf(timeline, edited)}`;
  return (
    <BookmarkDialog
      key={edited.id}
      bookmark={edited}
      {...{ when, save, close }}
      remove={() => remove(edited)}
    />
  );
}

/** "21:48:37.00", "21:48:37.00 to 21:48:40.00" */
const timeOf = (timeline: Timeline, { fromMs, toMs }: Bookmark): string =>
  [fromMs, ...(toMs === null ? [] : [toMs])]
    .map((atMs) => formatMomentOf(timeline, atMs))
    .join(" to ");
