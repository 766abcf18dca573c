/** Tags of a run: remove by their button, add by typing; known ones are offered. */
import { Button } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useDraftText } from "../../components/ui/use-draft-text.ts";
import styles from "./TagEditor.module.css";

const longestTag = 40;
const mostTags = 20;

interface TagEditorProps {
  readonly tags: readonly string[];
  readonly known: readonly string[];
  onChange(tags: readonly string[]): void;
}

export function TagEditor({ tags, known, onChange }: TagEditorProps): ReactNode {
  const listId = useId();
  const full = tags.length >= mostTags;
  const add = (typed: string): true => {
    const tag = typed.trim();
    if (tag !== "" && !tags.includes(tag)) onChange([...tags, tag]);
    return true;
  };
  const { text, ...field } = useDraftText({ value: "", onCommit: add });
  const onKeyDown = (event: KeyboardEvent): void => {
    field.onKeyDown(event);
    if (event.key === ",") {
      event.preventDefault();
      field.commit();
    }
    const last = tags.at(-1);
    if (event.key === "Backspace" && text === "" && last !== undefined) {
      onChange(tags.slice(0, -1));
    }
  };
  return (
    <div className={styles.editor}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
          <Button
            appearance="transparent"
            size="small"
            className={styles.remove}
            icon={<DismissRegular fontSize={12} />}
            aria-label={`Remove tag ${tag}`}
            onClick={() => onChange(tags.filter((other) => other !== tag))}
          />
        </span>
      ))}
      <input
        className={styles.input}
        aria-label="Add a tag"
        placeholder={full ? `at most ${mostTags} tags` : "Add a tag"}
        list={listId}
        maxLength={longestTag}
        disabled={full}
        value={text}
        onChange={(event) => field.type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={field.leave}
      />
      <datalist id={listId}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}
