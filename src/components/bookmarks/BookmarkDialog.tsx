/** The text of a bookmark, which is there already: it marks the moment at which one asked for it. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Textarea,
} from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { type Bookmark, maxBookmarkText } from "../../../app/contract/bookmarks.ts";

interface BookmarkDialogProps {
  readonly bookmark: Bookmark;
  /** "at 21:48:37.00" */
  readonly when: string;
  save(text: string): void;
  remove(): void;
  close(): void;
}

export function BookmarkDialog({
  bookmark,
  when,
  save,
  remove,
  close,
}: BookmarkDialogProps): ReactNode {
  const [text, setText] = useState(bookmark.text);
  const done = (): void => {
    save(text.trim());
    close();
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Bookmark {when}</DialogTitle>
          <DialogContent>
            <Textarea
              aria-label="Text of the bookmark"
              placeholder="A note, or nothing"
              rows={3}
              style={{ width: "100%" }}
              maxLength={maxBookmarkText}
              value={text}
              onChange={(_, data) => setText(data.value)}
              onKeyDown={(event) => {
                // A line begins with Shift.
                if (event.key !== "Enter" || event.shiftKey) return;
                event.preventDefault();
                done();
              }}
            />
          </DialogContent>
          <DialogActions>
            <Button
              onClick={() => {
                remove();
                close();
              }}
            >
              Delete
            </Button>
            <Button appearance="primary" onClick={done}>
              Save
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
