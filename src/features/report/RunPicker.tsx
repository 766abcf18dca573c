/** Chooses the run, by typing any part of its name, preset, status, tag or date. */
import { Combobox, Option } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { formatMoment } from "../../components/format/times.ts";
import { RunStatusLabel } from "../../components/ui/RunStatusLabel.tsx";
import styles from "./RunPicker.module.css";
import { matchingRuns, recentRuns } from "./recent-runs.ts";

/** A list that nobody reads to its end; typing finds the others. */
const shownRuns = 50;

interface RunPickerProps {
  readonly entries: readonly RunEntry[];
  readonly selected: RunEntry | null;
  choose(runId: string): void;
}

export function RunPicker({ entries, selected, choose }: RunPickerProps): ReactNode {
  const [search, setSearch] = useState<string | null>(null);
  const found = matchingRuns(recentRuns(entries), search ?? "");
  const close = (): void => setSearch(null);
  return (
    <Combobox
      className={styles.picker}
      aria-label="Run"
      placeholder={entries.length === 0 ? "No runs yet" : "Choose a run"}
      disabled={entries.length === 0}
      value={search ?? selected?.name ?? ""}
      selectedOptions={selected === null ? [] : [selected.id]}
      listbox={{ className: styles.list }}
      onChange={(event) => setSearch(event.target.value)}
      onOptionSelect={(_, { optionValue }) => {
        close();
        if (optionValue !== undefined) choose(optionValue);
      }}
      onOpenChange={(_, { open }) => !open && close()}
      onBlur={close}
    >
      {found.slice(0, shownRuns).map((entry) => (
        <RunOption key={entry.id} entry={entry} />
      ))}
      {found.length > shownRuns && (
        <Option key="more" disabled text="">
          {found.length - shownRuns} more: type a part of the name
        </Option>
      )}
      {found.length === 0 && (
        <Option key="none" disabled text="">
          No run matches
        </Option>
      )}
    </Combobox>
  );
}

function RunOption({ entry }: { readonly entry: RunEntry }): ReactNode {
  const { id, name, status, createdAt } = entry;
  const text = `${name}, ${status}, ${formatMoment(createdAt)}`;
  return (
    <Option value={id} text={text} checkIcon={null}>
      <span className={styles.option}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          <RunStatusLabel status={status} />
          <span>{formatMoment(createdAt)}</span>
        </span>
      </span>
    </Option>
  );
}
