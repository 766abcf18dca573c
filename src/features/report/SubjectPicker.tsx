/** Chooses what the report is of: a run of the library, or logs that were opened. */
import { type ReactNode, useMemo } from "react";
import type { CaptureEntry } from "../../../app/contract/rpc/captures.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { formatMoment } from "../../../app/domain/format/times.ts";
import { runOption } from "../../components/ui/run-option.tsx";
import {
  type PickerGroup,
  type PickerOption,
  SearchPicker,
} from "../../components/ui/SearchPicker.tsx";
import { recentRuns } from "../../state/library/library-entries.ts";
import type { ReportSource } from "../../state/shell/navigation.ts";
import styles from "./SubjectPicker.module.css";

interface SubjectPickerProps {
  readonly runs: readonly RunEntry[];
  readonly captures: readonly CaptureEntry[];
  readonly selected: ReportSource | null;
  choose(source: ReportSource): void;
}

export function SubjectPicker({ runs, captures, selected, choose }: SubjectPickerProps): ReactNode {
  const groups = useMemo(
    (): readonly PickerGroup[] => [
      { title: "Runs", options: recentRuns(runs).map(runOption) },
      { title: "Opened logs", options: captures.map(captureOption) },
    ],
    [runs, captures],
  );
  const none = runs.length === 0 && captures.length === 0;
  const selectedId = selected?.recording.id;
  const options = groups.flatMap((group) => group.options);
  return (
    <SearchPicker
      className={styles.picker}
      label="Run or log"
      placeholder={none ? "No runs or logs yet" : "Choose a run or a log"}
      groups={groups}
      selected={options.find(({ id }) => id === selectedId) ?? null}
      disabled={none}
      nothing="No run or log matches"
      onChoose={(id) => {
        const kind = captures.some((capture) => capture.id === id) ? "capture" : "run";
        choose({ recording: { kind, id }, span: null });
      }}
    />
  );
}

function captureOption({ id, title, openedAt, files }: CaptureEntry): PickerOption {
  const opened = `opened ${formatMoment(openedAt)}`;
  return {
    id,
    title,
    spoken: `${title}, ${opened}`,
    words: ["log", openedAt, ...files.map(({ name }) => name)].join(" "),
    facts: (
      <>
        <span>{countOf(files.length, "file")}</span>
        <span>{opened}</span>
      </>
    ),
  };
}
