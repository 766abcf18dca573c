/** The search field of a log: what to find, how many there are, and the way from one to the next. */
import { Input, ToggleButton, Tooltip } from "@fluentui/react-components";
import { ArrowDownRegular, ArrowUpRegular, SearchRegular } from "@fluentui/react-icons";
import { type KeyboardEvent, type ReactElement, type Ref, useId } from "react";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import styles from "./LogTools.module.css";
import type { SearchQuery } from "./log-search.ts";

export interface LogSearchBoxProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly query: SearchQuery;
  readonly onChange: (query: SearchQuery) => void;
  /** Records with a hit among those that are shown. */
  readonly hits: number;
  /** Which of them is selected, from 1; null: none. */
  readonly current: number | null;
  readonly searching: boolean;
  readonly problem: string | null;
  readonly onStep: (direction: 1 | -1) => void;
}

export function LogSearchBox(props: LogSearchBoxProps) {
  const { query, onChange, hits, problem, onStep } = props;
  const problemId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape" && query.text !== "") {
      event.preventDefault();
      onChange({ ...query, text: "" });
    }
  };
  return (
    <div className={styles.search}>
      <Input
        size="small"
        className={styles.input ?? ""}
        input={{ ref: props.inputRef }}
        type="search"
        aria-label="Find in the messages"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        aria-keyshortcuts="Control+F"
        placeholder="Find in messages"
        contentBefore={<SearchRegular />}
        contentAfter={
          <span className={styles.count} role="status" data-problem={problem !== null}>
            {countText(props)}
          </span>
        }
        value={query.text}
        onChange={(_, data) => onChange({ ...query, text: data.value })}
        onKeyDown={onKeyDown}
      />
      {problem !== null && (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <IconButton label="Previous hit" disabled={hits === 0} onClick={() => onStep(-1)}>
        <ArrowUpRegular />
      </IconButton>
      <IconButton label="Next hit" disabled={hits === 0} onClick={() => onStep(1)}>
        <ArrowDownRegular />
      </IconButton>
      <Tooltip relationship="label" content="Regular expression">
        <ToggleButton
          size="small"
          className={styles.pattern ?? ""}
          checked={query.pattern}
          onClick={() => onChange({ ...query, pattern: !query.pattern })}
        >
          .*
        </ToggleButton>
      </Tooltip>
    </div>
  );
}

function countText({ query, hits, current, searching, problem }: LogSearchBoxProps): string {
  if (query.text === "") return "";
  if (problem !== null) return "error";
  if (searching) return "searching";
  if (hits === 0) return "none";
  if (current === null) return countOf(hits, "hit");
  return `${formatNumber(current)} of ${formatNumber(hits)}`;
}

interface IconButtonProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactElement;
}

function IconButton({ label, disabled, onClick, children }: IconButtonProps) {
  return (
    <Tooltip relationship="label" content={label}>
      <button type="button" className={styles.step} disabled={disabled} onClick={onClick}>
        {children}
      </button>
    </Tooltip>
  );
}
