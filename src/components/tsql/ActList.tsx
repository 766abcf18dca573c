/** What was asked of a run, in order, each with the T-SQL that it stands for. */
import type { ReactNode } from "react";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import type { Act, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { tsqlOfAct } from "../../../app/domain/tsql/acts.ts";
import styles from "./ActList.module.css";
import { TsqlDisclosure } from "./TsqlDisclosure.tsx";

interface ActListProps {
  readonly timeline: Timeline;
  readonly scenario: Scenario;
  copy(text: string): Promise<boolean>;
}

/** How it was watched is left out. */
export function ActList({ timeline, scenario, copy }: ActListProps): ReactNode {
  const acts = timeline.acts.filter(({ transport }) => !transport);
  if (acts.length === 0) return <p className={styles.none}>Nothing was asked of the run yet.</p>;
  return (
    <ol className={styles.acts}>
      {acts.map((act) => (
        <li key={act.id}>
          <p className={styles.act}>
            <span className={styles.when}>{formatMomentOf(timeline, act.atMs)}</span> {act.label}
            {refusalOf(act)}
          </p>
          <TsqlDisclosure tsql={tsqlOfAct(act, timeline, scenario)} of={act.label} copy={copy} />
        </li>
      ))}
    </ol>
  );
}

function refusalOf({ outcome, message }: Act): string {
  if (outcome === "applied") return "";
  return message === null ? ", refused" : `, refused: ${message}`;
}
