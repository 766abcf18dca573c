/** Number of users, by slider or typed. It is given when the slider is let go, or on Enter. */
import { Slider } from "@fluentui/react-components";
import { useEffect, useId, useRef, useState } from "react";
import { maxUsers } from "../../../../app/contract/fields.ts";
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import { parseUsers, sliderEnd } from "../../../../app/domain/run/steering.ts";
import { howToWrite } from "../../../../app/domain/scenario-form/number-text.ts";
import type { Act } from "../../../../app/domain/timeline/timeline.ts";
import { CommitField } from "../../../components/ui/CommitField.tsx";
import { notify } from "../../../state/shell/notifications.ts";
import { sendCommand } from "../commands.ts";
import styles from "./SteerRow.module.css";
import type { SteerProps } from "./steer-props.ts";

const sliderKeys = new Set([
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"],
]);

export function UsersControl({ runId, timeline, scenario, enabled }: SteerProps) {
  const atStart = scenario.workload.users;
  const measured = timeline.series.counters.userConnections?.at(-1) ?? atStart;
  const { asked, ask, forget } = useAsked(measured, timeline.acts);
  const [dragged, setDragged] = useState<number | null>(null);
  const id = useId();
  const current = asked ?? Math.round(measured);
  const users = dragged ?? current;

  const commit = (next: number | null) => {
    setDragged(null);
    if (next === null || next === current) return;
    ask(next);
    void sendCommand(runId, { kind: "setUsers", users: next }).then((isGiven) => {
      if (!isGiven) forget();
    });
  };
  const soon = useSoon(dragged);
  const commitTyped = (typed: string): true => {
    const next = parseUsers(typed);
    if (next === null) {
      const allowed = `from 0 to ${formatNumber(maxUsers)}`;
      notify({
        intent: "warning",
        title: `“${typed}” is no number of users`,
        body: `Give a whole number ${allowed}${howToWrite(typed)}.`,
      });
    }
    commit(next);
    return true;
  };
  return (
    <>
      <label htmlFor={id}>Users</label>
      <Slider
        id={id}
        size="small"
        className={styles.slider ?? ""}
        min={0}
        max={sliderEnd(atStart, users)}
        value={users}
        disabled={!enabled}
        onChange={(_, data) => setDragged(data.value)}
        onPointerUp={() => commit(dragged)}
        onKeyUp={({ key }) => sliderKeys.has(key) && soon(() => commit(dragged))}
        onBlur={() => commit(dragged)}
      />
      <CommitField
        className={styles.users ?? ""}
        aria-label="Number of users"
        inputMode="numeric"
        disabled={!enabled}
        value={formatNumber(users)}
        onCommit={commitTyped}
      />
    </>
  );
}

/** A few presses of an arrow key are one change: it counts once they have ceased. */
const pressesMs = 600;

/** Runs a task later, unless the value changes again before. */
function useSoon(value: number | null): (task: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value makes what was due void
  useEffect(() => () => clearTimeout(timer.current), [value]);
  return (task) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(task, pressesMs);
  };
}

/** What was asked for is shown until the run has it, has refused it, or has taken another number after it. */
function useAsked(measured: number, acts: readonly Act[]) {
  const [asked, setAsked] = useState<{ users: number; acts: number } | null>(null);
  const since = acts.slice(asked?.acts).filter(({ kind }) => kind === "setUsers");
  const settled =
    asked !== null &&
    (asked.users === Math.round(measured) ||
      since.length > 1 ||
      since.some(({ outcome }) => outcome === "refused"));
  useEffect(() => {
    if (settled) setAsked(null);
  }, [settled]);
  return {
    asked: asked?.users ?? null,
    ask: (users: number) => setAsked({ users, acts: acts.length }),
    forget: () => setAsked(null),
  };
}
