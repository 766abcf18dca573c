/** What happened by the counters while the log tells of something, before anything else is read. */
import { PulseRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RecordingOverview } from "../../../app/contract/rpc/recordings.ts";
import { strongestEffects } from "../../../app/domain/counter-effects/strongest-effects.ts";
import { withUnitsKept } from "../../../app/domain/format/line-breaks.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import type { PlayerStore } from "../../state/player/player.ts";
import styles from "./RecordingHeader.module.css";
import { showSpan } from "./show-span.ts";

interface HappenedProps {
  readonly overview: RecordingOverview;
  readonly player: PlayerStore;
}

export function Happened({ overview: { effects }, player }: HappenedProps): ReactNode {
  const [strongest] = strongestEffects(effects, 1);
  if (strongest === undefined) return null;
  const { sentence, startMs, endMs } = strongest;
  const more = effects.length - 1;
  return (
    <p className={styles.happened}>
      <PulseRegular fontSize={16} aria-hidden="true" />
      <button
        type="button"
        className={styles.said}
        title={`${sentence} Show its time in the charts.`}
        onClick={() => showSpan(player, { startMs, endMs }, 1)}
      >
        {withUnitsKept(sentence)}
      </button>
      {more > 0 && (
        <span className={styles.beside}>{`${countOf(more, "more", "more")} under Findings`}</span>
      )}
    </p>
  );
}
