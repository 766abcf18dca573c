/** Bookmarks in order of time: each leads to its moment, and can be edited and deleted. */
import { Button } from "@fluentui/react-components";
import { BookmarkAddRegular, DeleteRegular, EditRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { Bookmark } from "../../../app/contract/bookmarks.ts";
import { titleOfBookmark } from "../../../app/domain/bookmarks.ts";
import styles from "./BookmarkList.module.css";

export interface BookmarkListProps {
  readonly bookmarks: readonly Bookmark[];
  /** "21:48:37.00", or from when to when. */
  timeOf(one: Bookmark): string;
  add(): void;
  goTo(one: Bookmark): void;
  edit(one: Bookmark): void;
  remove(one: Bookmark): void;
}

export function BookmarkList(props: BookmarkListProps): ReactNode {
  const { bookmarks, timeOf, add, goTo, edit, remove } = props;
  return (
    <div className={styles.bookmarks}>
      {bookmarks.length === 0 ? (
        <p className={styles.none}>
          M puts one at the moment that is shown, or over the time that is selected.
        </p>
      ) : (
        <ul aria-label="Bookmarks">
          {bookmarks.map((one) => {
            const title = titleOfBookmark(one);
            return (
              <li key={one.id}>
                <button
                  type="button"
                  className={styles.place}
                  title={one.text.trim() === "" ? "Go there" : `${one.text}\nGo there`}
                  onClick={() => goTo(one)}
                >
                  <span className={styles.title}>{title}</span>
                  <span className={styles.time}>{timeOf(one)}</span>
                </button>
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<EditRegular />}
                  aria-label={`Edit ‘${title}’`}
                  title="Edit"
                  onClick={() => edit(one)}
                />
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<DeleteRegular />}
                  aria-label={`Delete ‘${title}’`}
                  title="Delete"
                  onClick={() => remove(one)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <Button size="small" icon={<BookmarkAddRegular />} aria-keyshortcuts="M" onClick={add}>
        Add a bookmark
      </Button>
    </div>
  );
}
