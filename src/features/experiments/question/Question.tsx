/** What is asked, how many users, on what, and when snapshots are created; below, what decides the answer. */
import type { ReactNode } from "react";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import {
  plannedSnapshots,
  timePath,
  typeSnapshotTime,
} from "../../../../app/domain/scenario-form/planned-snapshots.ts";
import { questionOf } from "../../../../app/domain/scenario-form/question.ts";
import { FieldPlaceContext, useDesigner } from "../designer-context.ts";
import { NumberField } from "../fields/NumberField.tsx";
import { printTime } from "../preview/strip-layout.ts";
import styles from "./Question.module.css";
import { Setup } from "./Setup.tsx";
import { SnapshotCount } from "./SnapshotCount.tsx";
import { StorageChoiceField } from "./StorageChoiceField.tsx";

export function Question(): ReactNode {
  const { scenario } = useDesigner().draft.present;
  return (
    <FieldPlaceContext value="question">
      <section className={styles.question} aria-labelledby="question-title">
        <h2 id="question-title" className={styles.title}>
          {questionOf(scenario)}
        </h2>
        <NumberField path={["workload", "users"]} help="at work when the run starts" level />
        <StorageChoiceField />
        <SnapshotCount />
        <SnapshotTimes />
        <Length />
        <Setup />
      </section>
    </FieldPlaceContext>
  );
}

function SnapshotTimes(): ReactNode {
  const planned = plannedSnapshots(useDesigner().draft.present.scenario);
  return planned.map((snapshot, nth) => {
    const name = planned.length === 1 ? "Snapshot" : `Snapshot ${nth + 1}`;
    // Which entry of the timeline it is changes with the others: its turn does not.
    const key = `snapshot ${nth}`;
    return snapshot.atSeconds === null ? (
      <p key={key} className={styles.waits}>
        <span>{name}</span>
        <span>
          {snapshot.when} <span className={styles.quiet}>(see Advanced)</span>
        </span>
      </p>
    ) : (
      <NumberField
        key={key}
        path={timePath(snapshot)}
        label={`${name} at`}
        help={nth === 0 ? "from the start of the run" : ""}
        level
        type={(draft, seconds) => typeSnapshotTime(draft, snapshot, seconds)}
      />
    );
  });
}

/** How long it runs follows from when snapshots are created: it is told, not asked. */
function Length(): ReactNode {
  const { durationSeconds, warmupSeconds } = useDesigner().draft.present.scenario;
  const warmup =
    warmupSeconds === 0 ? "" : `, the first ${printTime(warmupSeconds)} as a warm-up, not counted`;
  return (
    <p className={styles.length}>
      {withUnitsKept(`The run goes on for ${printTime(durationSeconds)}${warmup}.`)}
    </p>
  );
}
