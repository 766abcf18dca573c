/**
 * What is asked, and what will happen as a picture: the timeline to come, and the storage. Below, the values that one
 * changes first, and what else decides the answer.
 */
import { Button } from "@fluentui/react-components";
import { type ReactNode, useMemo } from "react";
import type { PresetEntry } from "../../../../app/contract/rpc/services.ts";
import { countOf } from "../../../../app/domain/format/numbers.ts";
import {
  plannedSnapshots,
  timePath,
  typeSnapshotTime,
} from "../../../../app/domain/scenario-form/planned-snapshots.ts";
import { askedSnapshots, questionOf } from "../../../../app/domain/scenario-form/question.ts";
import { FieldPlaceContext, focusField, useDesigner } from "../designer-context.ts";
import { NumberField } from "../fields/NumberField.tsx";
import { StorageDrawing } from "../picture/StorageDrawing.tsx";
import { TimelineStrip } from "../picture/TimelineStrip.tsx";
import styles from "./Question.module.css";
import { Setup } from "./Setup.tsx";
import { SnapshotCount } from "./SnapshotCount.tsx";
import { StorageChoiceField } from "./StorageChoiceField.tsx";

interface QuestionProps {
  /** That the draft is, or was made from. */
  readonly preset: PresetEntry | null;
}

export function Question({ preset }: QuestionProps): ReactNode {
  const { scenario } = useDesigner().draft.present;
  const known = useMemo(
    () => preset && { preset: preset.scenario, creationMs: preset.typicalCreationMs },
    [preset],
  );
  return (
    <FieldPlaceContext value="question">
      <section className={styles.question} aria-labelledby="question-title">
        <header>
          <h2 id="question-title" className={styles.title}>
            {questionOf(scenario)}
          </h2>
          <Story text={scenario.description} />
        </header>
        <TimelineStrip known={known} />
        <div>
          <StorageDrawing />
        </div>
        <div className={styles.asked}>
          <div className={styles.users}>
            <NumberField path={["workload", "users"]} help="at work when the run starts" stacked />
          </div>
          <div className={styles.storage}>
            <StorageChoiceField />
          </div>
          <div className={styles.count}>
            <SnapshotCount />
          </div>
          <SnapshotTimes />
        </div>
        <div>
          <Setup />
        </div>
      </section>
    </FieldPlaceContext>
  );
}

/** Longer than any preset's: it is cut, and told whole by the pointer. */
const longStory = 600;

function Story({ text }: { readonly text: string }): ReactNode {
  if (text.trim() === "") return null;
  return (
    <p className={styles.story} title={text.length > longStory ? text : undefined}>
      {text}
    </p>
  );
}

function SnapshotTimes(): ReactNode {
  const { scenario } = useDesigner().draft.present;
  const planned = plannedSnapshots(scenario);
  const asked = askedSnapshots(scenario);
  const further = planned.slice(asked.length);
  const times = asked.map((snapshot, nth) => {
    const name = planned.length === 1 ? "Snapshot" : `Snapshot ${nth + 1}`;
    // Which entry of the timeline it is changes with the others: its turn does not.
    const key = `snapshot ${nth}`;
    return snapshot.atSeconds === null ? (
      <div key={key} className={styles.waits}>
        <span>{name}</span>
        <Button
          className={styles.link}
          appearance="transparent"
          size="small"
          title="Change it under Advanced"
          onClick={() => focusField(timePath(snapshot))}
        >
          {snapshot.when}
        </Button>
      </div>
    ) : (
      <div key={key} className={styles.time}>
        <NumberField
          path={timePath(snapshot)}
          label={`${name} at`}
          help="from the start of the run"
          stacked
          type={(draft, seconds) => typeSnapshotTime(draft, snapshot, seconds)}
        />
      </div>
    );
  });
  const [next] = further;
  return (
    <>
      {times}
      {next !== undefined && (
        <div className={styles.waits}>
          <span>Further ones</span>
          <Button
            className={styles.link}
            appearance="transparent"
            size="small"
            onClick={() => focusField(timePath(next))}
          >
            {`${countOf(further.length, "snapshot")} under Advanced`}
          </Button>
        </div>
      )}
    </>
  );
}
