/** Choice among the runs under way; a row of its own, shown only when there are several. */
import { Dropdown, Option } from "@fluentui/react-components";
import { useId } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { formatMoment } from "../../../app/domain/format/times.ts";
import { runStatusWord } from "../../../app/domain/run/run-status.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import styles from "./RunSwitcher.module.css";

export interface RunSwitcherProps {
  readonly shown: RunEntry;
  readonly running: readonly RunEntry[];
}

export function RunSwitcher({ shown, running }: RunSwitcherProps) {
  const openLive = useNavigation((state) => state.openLive);
  const id = useId();
  const choices = running.some((entry) => entry.id === shown.id) ? running : [shown, ...running];
  if (choices.length < 2) return null;
  return (
    <div className={styles.row}>
      <span id={id}>{countOf(running.length, "run")} under way, shown:</span>
      <Dropdown
        size="small"
        className={styles.choice ?? ""}
        aria-labelledby={id}
        value={titleOf(shown)}
        selectedOptions={[shown.id]}
        onOptionSelect={(_, { optionValue }) => optionValue !== undefined && openLive(optionValue)}
      >
        {choices.map((entry) => (
          <Option key={entry.id} value={entry.id} text={titleOf(entry)}>
            {titleOf(entry)}
          </Option>
        ))}
      </Dropdown>
    </div>
  );
}

/** Runs of one scenario have one name: when they began tells them apart. */
const titleOf = (run: RunEntry): string =>
  `${run.name}, begun ${formatMoment(run.createdAt).slice(11)}, ${runStatusWord(run).toLowerCase()}`;
