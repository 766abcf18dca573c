/** A creation, large: its phases to scale, what happens now in one sentence, and what the users feel. */
import { type ReactNode, useMemo, useState } from "react";
import type { LaneView } from "../../../app/domain/timeline/lane-view.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { gutters } from "../../components/player/lane-geometry.ts";
import { LaneViewProvider } from "../../components/player/lane-view-context.tsx";
import { PhaseChart } from "../../components/player/PhaseChart.tsx";
import { useSize } from "../../components/player/use-size.ts";
import { creationStateAt } from "../../components/rail/creation-steps.ts";
import { PhaseSwatch } from "../../components/rail/PhaseSwatch.tsx";
import styles from "./CreationView.module.css";
import { sayingOf, viewOfCreation } from "./creation-view.ts";

export interface CreationViewProps {
  readonly timeline: Timeline;
  readonly creation: Band;
  readonly goesOn: boolean;
  /** The view of the run; where it looks is the creation's own. */
  readonly view: LaneView;
  readonly lanes: ReactNode;
}

/** Below it all rows and the lanes have room only if rows are low, px. */
const roomyHeight = 620;

export function CreationView({ timeline, creation, goesOn, view, lanes }: CreationViewProps) {
  // Where one has zoomed or moved to; the creation is followed again when another one begins.
  const [own, setOwn] = useState<{ readonly id: string; readonly view: Span } | null>(null);
  const [box, size] = useSize<HTMLElement>();
  const nowMs = timeline.endMs;
  const { startMs, endMs } = viewOfCreation(creation, nowMs);
  const shown = useMemo<LaneView>(() => {
    const { toEnd: _, ...watched } = view;
    return {
      ...watched,
      view: own?.id === creation.id ? own.view : { startMs, endMs },
      setView: (next) => setOwn({ id: creation.id, view: next }),
      fit: () => setOwn(null),
    };
  }, [view, own, creation.id, startMs, endMs]);
  const state = creationStateAt(timeline, nowMs, goesOn);
  const current = state?.steps.find((step) => step.state === "current") ?? null;
  const saying = state === null ? null : sayingOf(state);
  return (
    <section ref={box} className={styles.view} aria-label="Creation">
      <header className={styles.saying}>
        <h2>
          {current !== null && <PhaseSwatch phase={current.phase} />}
          {saying?.title}
        </h2>
        <p>{saying?.sentence}</p>
      </header>
      <LaneViewProvider value={shown} gutter={gutters.phases}>
        <PhaseChart
          label={`Phases of the creation of ${creation.snapshot}`}
          timeline={timeline}
          selectedBandId={null}
          dense={size.height < roomyHeight}
          hasAxis={false}
          corner="As of"
          onSelectBand={() => undefined}
        />
        <div className={styles.lanes}>{lanes}</div>
      </LaneViewProvider>
    </section>
  );
}
