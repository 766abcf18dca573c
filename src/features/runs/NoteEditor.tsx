/** The note on a run, kept while one types: nothing waits for a button. */
import { Textarea } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";

const keptAfterMs = 500;
const longestNote = 20_000;

interface NoteEditorProps {
  readonly note: string;
  onChange(note: string): void;
}

export function NoteEditor({ note, onChange }: NoteEditorProps): ReactNode {
  const [text, setText] = useState(note);
  const unsaved = useRef<string | null>(null);
  const [kept, setKept] = useState(note);
  if (note !== kept) {
    // Written elsewhere, as in another window: it is shown, unless somebody types here.
    setKept(note);
    if (unsaved.current === null) setText(note);
  }
  const save = useRef(onChange);
  save.current = onChange;
  const flush = useRef((): void => {
    if (unsaved.current === null) return;
    save.current(unsaved.current);
    unsaved.current = null;
  }).current;
  useEffect(() => {
    if (unsaved.current === null || unsaved.current !== text) return;
    const timer = setTimeout(flush, keptAfterMs);
    return () => clearTimeout(timer);
  }, [text, flush]);
  // Another run is chosen, or the screen left, before the pause is over.
  useEffect(() => flush, [flush]);
  return (
    <Textarea
      aria-label="Note on the run"
      placeholder="What this run was for, what it showed"
      resize="vertical"
      rows={4}
      style={{ width: "100%" }}
      value={text}
      maxLength={longestNote}
      onChange={(_event, data) => {
        unsaved.current = data.value;
        setText(data.value);
      }}
      onBlur={flush}
    />
  );
}
