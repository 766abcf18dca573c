/** Chooses a run of the library or an opened log as a side of a comparison. */
import { Button } from "@fluentui/react-components";
import { type ReactNode, useId, useMemo } from "react";
import { runOption } from "../../components/ui/run-option.tsx";
import { SearchPicker } from "../../components/ui/SearchPicker.tsx";
import { useLibrary } from "../../state/library/library.ts";
import { recentRuns } from "../../state/library/library-entries.ts";
import { useCaptures } from "../../state/recordings/captures.ts";
import type { ComparedSidePlace } from "../../state/shell/navigation.ts";
import styles from "./CompareBar.module.css";

interface SidePickerProps {
  /** "Add a run or a log". */
  readonly label: string;
  /** Sides are known by their names: it gets one that none of these has. */
  readonly others: readonly ComparedSidePlace[];
  choose(side: ComparedSidePlace): void;
  close(): void;
}

export function SidePicker({ label, others, choose, close }: SidePickerProps): ReactNode {
  const entries = useLibrary((library) => library.entries);
  const { captures } = useCaptures();
  const groups = useMemo(
    () => [
      {
        title: "Runs",
        options: recentRuns(entries).map((entry) => ({
          ...runOption(entry),
          id: `run:${entry.id}`,
        })),
      },
      {
        title: "Opened logs",
        options: captures.map(({ id, title }) => ({
          id: `capture:${id}`,
          title,
          spoken: title,
          words: "log",
          facts: "log",
        })),
      },
    ],
    [entries, captures],
  );
  const id = useId();
  const take = (chosen: string): void => {
    const [kind, recording = ""] = chosen.split(":");
    const title = groups.flatMap(({ options }) => options).find((one) => one.id === chosen)?.title;
    close();
    if (kind !== "run" && kind !== "capture") return;
    choose({
      name: nameBeside(others, title ?? "Added"),
      recordings: [{ kind, id: recording }],
      point: null,
    });
  };
  return (
    <>
      <span id={id} className={styles.hidden}>
        {label}
      </span>
      <SearchPicker
        labelledBy={id}
        placeholder="Choose a run or a log"
        groups={groups}
        selected={null}
        nothing="Nothing matches"
        className={styles.picker}
        onChoose={take}
      />
      <Button appearance="subtle" onClick={close}>
        Cancel
      </Button>
    </>
  );
}

function nameBeside(others: readonly ComparedSidePlace[], name: string): string {
  const taken = new Set(others.map((side) => side.name));
  let [free, count] = [name, 2];
  while (taken.has(free)) {
    free = `${name} (${count})`;
    count += 1;
  }
  return free;
}
