/** Text from the clipboard: log lines out of a mail or a page, the grid of a query's result. */
import { Button, Textarea } from "@fluentui/react-components";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Panel } from "../../components/ui/Panel.tsx";
import { openableFile } from "../../state/files/files.ts";
import { describeFocus, isTextEntry } from "../../state/shell/key-ownership.ts";
import styles from "./PastePanel.module.css";
import type { LogOpening } from "./use-log-opening.ts";

export function PastePanel({ opening }: { readonly opening: LogOpening }): ReactNode {
  const [text, setText] = useState("");
  usePaste(opening);
  const empty = text.trim() === "";
  return (
    <div className={styles.panel}>
      <Panel title="Paste text" aside="Ctrl+V anywhere on this screen opens what is copied">
        <Textarea
          className={styles.text}
          textarea={{ className: styles.area }}
          aria-label="Text to open"
          placeholder="Lines of a log, or rows of wait statistics"
          resize="vertical"
          spellCheck={false}
          value={text}
          onChange={(_, { value }) => setText(value)}
        />
        <div className={styles.buttons}>
          <Button disabled={empty || !opening.ready} onClick={() => opening.openText(text)}>
            Open this text
          </Button>
          {!empty && (
            <Button appearance="subtle" onClick={() => setText("")}>
              Clear
            </Button>
          )}
        </div>
      </Panel>
    </div>
  );
}

/** Copied text or files open at once, unless they are pasted into a field. */
function usePaste(opening: LogOpening): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || isTextEntry(describeFocus(event.target))) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!opening.ready || (files.length === 0 && text.trim() === "")) return;
    event.preventDefault();
    if (files.length > 0) opening.open(files.map(openableFile));
    else opening.openText(text);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => take(event);
    window.addEventListener("paste", listener);
    return () => window.removeEventListener("paste", listener);
  }, []);
}
