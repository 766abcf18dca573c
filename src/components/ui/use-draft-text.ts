/**
 * Text of a field that counts once it is committed: by Enter, or as the field is left. Escape brings the
 * value back. What is refused stays to be mended, and leaving the field does not ask for it a second time.
 */
import { type KeyboardEvent, useRef, useState } from "react";

export interface DraftTextOptions {
  /** What the field shows while nothing is typed. */
  readonly value: string;
  /** False, at once or later: the text was refused and stays. */
  onCommit(text: string): boolean | Promise<boolean>;
  /** What was typed was taken back. */
  onRestore?(): void;
  /** The value is committed too where nothing else was typed: a suggestion that one may take as it is. */
  readonly commitsUnchanged?: boolean;
}

export interface DraftText {
  /** What stands in the field. */
  readonly text: string;
  /** What is typed and not taken yet; null: nothing. */
  readonly draft: string | null;
  type(text: string): void;
  commit(): void;
  /** Commits as the field is left. */
  leave(): void;
  /** Enter commits, Escape restores. */
  onKeyDown(event: KeyboardEvent): void;
}

export function useDraftText(options: DraftTextOptions): DraftText {
  const { value, onCommit, onRestore, commitsUnchanged = false } = options;
  const [draft, setDraft] = useState<string | null>(null);
  // A field that is taken away with its answer is left after that, by the handlers of before.
  const typed = useRef<string | null>(null);
  const asked = useRef<{ readonly text: string; isOver: boolean } | null>(null);

  const put = (next: string | null): void => {
    typed.current = next;
    setDraft(next);
  };
  const commit = (isLeft: boolean): void => {
    const text = typed.current ?? value;
    if (text === value && !commitsUnchanged) {
      put(null);
      return;
    }
    const last = asked.current;
    const isAnother = last === null || (typed.current !== null && typed.current !== last.text);
    if (!isAnother && (isLeft || !last.isOver)) return;
    const question = { text, isOver: false };
    asked.current = question;
    const answered = (isTaken: boolean): void => {
      question.isOver = true;
      if (isTaken && typed.current === text) put(null);
    };
    const answer = onCommit(text);
    if (typeof answer === "boolean") answered(answer);
    else void answer.then(answered);
  };
  const restore = (): void => {
    asked.current = { text: value, isOver: true };
    put(null);
    onRestore?.();
  };
  return {
    text: draft ?? value,
    draft,
    type: (text) => {
      asked.current = null;
      put(text);
    },
    commit: () => commit(false),
    leave: () => commit(true),
    onKeyDown: (event) => {
      // Enter and Escape of an input method choose among its signs.
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Enter") commit(false);
      if (event.key === "Escape" && (typed.current !== null || onRestore !== undefined)) {
        // What is around the field, such as a dialog, is not closed by it.
        event.preventDefault();
        restore();
      }
    },
  };
}
