/** A creation, large: its phases to scale, what happens now in one sentence, and what the users feel. */
import { ToggleButton } from "@fluentui/react-components";
import { TextFontSizeRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo, useState } from "react";
import * as z from "zod";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { PhaseChart } from "../../components/player/PhaseChart.tsx";
import { creationStateAt } from "../../components/rail/creation-steps.ts";
import { PhaseSwatch } from "../../components/rail/PhaseSwatch.tsx";
import { useSetting } from "../../state/services/settings.ts";
import styles from "./CreationView.module.css";
import { sayingOf, viewOfCreation } from "./creation-view.ts";

export interface CreationViewProps {
  readonly timeline: Timeline;
  readonly creation: Band;
  readonly goesOn: boolean;
  /** The lanes in the view of the creation. */
  readonly lanes: (view: Span, onView: (view: Span) => void) => ReactNode;
}

export function CreationView({ timeline, creation, goesOn, lanes }: CreationViewProps) {
  const [isLarge, setLarge] = useSetting("live.large-type", z.boolean(), false);
  // Where one has zoomed or moved to; the creation is followed again when another one begins.
  const [own, setOwn] = useState<{ readonly id: string; readonly view: Span } | null>(null);
  const nowMs = timeline.endMs;
  const { startMs, endMs } = viewOfCreation(creation, nowMs);
  const followed = useMemo(() => ({ startMs, endMs }), [startMs, endMs]);
  const view = own?.id === creation.id ? own.view : followed;
  const setView = (next: Span) => setOwn({ id: creation.id, view: next });
  const [cursorMs, setCursor] = useState<number | null>(null);
  const state = creationStateAt(timeline, nowMs, goesOn);
  const current = state?.steps.find((step) => step.state === "current") ?? null;
  const saying = state === null ? null : sayingOf(state);
  return (
    <section className={styles.view} data-large={isLarge} aria-label="Creation">
      <header className={styles.saying}>
        <div className={styles.text}>
          <h2>
            {current !== null && <PhaseSwatch phase={current.phase} />}
            {saying?.title}
          </h2>
          <p>{saying?.sentence}</p>
        </div>
        <ToggleButton
          size="small"
          icon={<TextFontSizeRegular />}
          checked={isLarge}
          onClick={() => setLarge(!isLarge)}
        >
          Large type
        </ToggleButton>
      </header>
      <PhaseChart
        label={`Phases of the creation of ${creation.snapshot}`}
        timeline={timeline}
        view={view}
        playheadMs={nowMs}
        cursorMs={cursorMs}
        selectedBandId={null}
        selectedSpan={null}
        onView={setView}
        onCursor={setCursor}
        onSelectBand={() => undefined}
      />
      <div className={styles.lanes}>{lanes(view, setView)}</div>
    </section>
  );
}
