/** Below the run bar, where there is something to say: what the run is to pause at, and that it ends before a creation does. */
import { Button } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { type Break, breakText, hitText } from "../../../../app/domain/run/breaks.ts";
import { endNears } from "../../../../app/domain/run/end-nears.ts";
import { prolongationText } from "../../../../app/domain/run/prolong.ts";
import { type Activity, takes } from "../../../../app/domain/run/run-activity.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import styles from "./RunPlan.module.css";
import type { RunControls } from "./run-controls.ts";

interface RunPlanProps {
  readonly timeline: Timeline;
  readonly activity: Activity;
  readonly controls: RunControls;
}

const proposedSeconds = 60;

export function RunPlan({ timeline, activity, controls }: RunPlanProps) {
  if (!takes(activity, "plan")) return null;
  const { breaks = [], state } = timeline;
  const hit = state?.state === "paused" ? state.brokeOn : null;
  const warning = endNears(timeline);
  if (breaks.length === 0 && hit === null && warning === null) return null;
  return (
    <section className={styles.row} aria-label="What the run is to do">
      {/* The bar has it as well, cut where it has no room, and says it to who hears it. */}
      {hit !== null && <p className={styles.hit}>{hitText(hit)}.</p>}
      {warning !== null && (
        <p className={styles.warning} role="status">
          {warning}
          <Button size="small" onClick={() => controls.prolong(proposedSeconds)}>
            Prolong by {prolongationText(proposedSeconds)}
          </Button>
        </p>
      )}
      {breaks.map((one) => (
        <BreakChip key={breakText(one)} one={one} remove={() => controls.setBreak(one, false)} />
      ))}
    </section>
  );
}

function BreakChip({ one, remove }: { readonly one: Break; remove(): void }) {
  const text = breakText(one);
  return (
    <span className={styles.chip}>
      Break {text}
      <button
        type="button"
        aria-label={`Take away the break ${text}`}
        title="Take it away"
        onClick={remove}
      >
        <DismissRegular fontSize={12} aria-hidden />
      </button>
    </span>
  );
}
