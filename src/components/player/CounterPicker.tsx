/** Which counters of a capture are shown as lanes: hundreds, found by name, by the object they are of. */
import { ChevronDown16Regular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import type { CapturedCounter } from "../../../app/contract/capture.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { type CheckGroup, CheckPicker } from "../ui/CheckPicker.tsx";
import styles from "./LanePicker.module.css";
import { oneAxisTitle } from "./LanePicker.tsx";

interface CounterPickerProps {
  readonly counters: readonly CapturedCounter[];
  /** Ids, in the order of the lanes. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onUsual: () => void;
  /** The counters of the paper's figure 4 stand on one axis in the place of lanes. */
  readonly isOneAxis: boolean;
  /** Null: the recording has none of them. */
  readonly onOneAxis: ((isOneAxis: boolean) => void) | null;
}

export function CounterPicker(props: CounterPickerProps): ReactNode {
  const { counters, chosen, onChoose, onUsual, isOneAxis, onOneAxis } = props;
  const groups = useMemo(() => groupsOf(counters), [counters]);
  const set = useMemo(() => new Set(chosen), [chosen]);
  const toggle = (id: string): void =>
    onChoose(set.has(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <CheckPicker
      label="counters"
      trigger={
        <button
          type="button"
          className={styles.trigger}
          aria-label={`${chosen.length} of ${counters.length} counters`}
        >
          {isOneAxis ? "One axis" : countOf(chosen.length, "lane")}
          <ChevronDown16Regular aria-hidden />
        </button>
      }
      groups={groups}
      chosen={set}
      onToggle={toggle}
      nothing="No counter matches."
      actions={[
        ...(onOneAxis === null
          ? []
          : [
              {
                title: oneAxisTitle(isOneAxis),
                enabled: true,
                run: () => onOneAxis(!isOneAxis),
              },
            ]),
        { title: "Show the usual ones", enabled: true, run: onUsual },
        { title: "Show none", enabled: chosen.length > 0, run: () => onChoose([]) },
      ]}
    />
  );
}

/** Counters that have no value at all in a file cannot be drawn. */
function groupsOf(counters: readonly CapturedCounter[]): readonly CheckGroup[] {
  const byObject = Map.groupBy(
    counters.filter(({ samples }) => samples > 0),
    ({ object }) => object,
  );
  return [...byObject]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([title, own]) => ({
      title,
      options: own.map(({ id, counter, instance, unit }) => ({
        id,
        title: instance === null ? counter : `${counter} (${instance})`,
        note: unit,
      })),
    }));
}
