/** When the view of a creation is shown instead of the run's lanes, what it shows, and what it says. */
import { useEffect, useState } from "react";
import { formatPercent } from "../../../app/domain/format/numbers.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import { roomOfCreation } from "../../../app/domain/timeline/creation.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import type { CreationState } from "../../components/rail/creation-steps.ts";

/** The creation under way, else the last one; null: there was none. */
export const lastCreation = ({ bands }: Timeline): Band | null =>
  bands.findLast(({ row, phase }) => row === "command" && phase === null) ?? null;

/** What is visible: the creation with a little before it and room after it. */
export function viewOfCreation(creation: Band, nowMs: number): Span {
  const room = roomOfCreation(creation, nowMs);
  const { startMs } = creation;
  return { startMs: startMs - 0.05 * room, endMs: startMs + 1.15 * room };
}

export interface Saying {
  /** "Redo, 41 %", "Complete after 21.3 s". */
  readonly title: string;
  readonly sentence: string;
}

/** One sentence on what happens now. */
export function sayingOf(creation: CreationState): Saying {
  const { state, steps: phases, progress, elapsedMs, givenMs } = creation;
  if (state === "complete") {
    const { what } = phaseTerm("complete");
    const given = givenMs > 0 ? `, ${formatDuration(givenMs)} of it given` : "";
    return { title: `Complete after ${formatDuration(elapsedMs)}${given}`, sentence: what };
  }
  if (state === "incomplete") {
    return { title: "Not finished", sentence: "The run ended before the snapshot was complete." };
  }
  const position = phases.findIndex((phase) => phase.state === "current");
  const current = phases[position];
  if (current !== undefined) {
    const { title, what } = phaseTerm(current.phase);
    const before = phases[position - 1];
    // A moment has no time of its own to be told in: it is, where one stands at it.
    if (current.durationMs === 0 && before?.instant === true) {
      const moment = phaseTerm(before.phase);
      return { title: `${moment.title}, then ${title.toLowerCase()}`, sentence: moment.what };
    }
    const share = progress === null ? "" : `, ${formatPercent(progress, 0)}`;
    return { title: `${title}${share}`, sentence: what };
  }
  const last = phases.findLast((phase) => phase.state === "done");
  if (last === undefined) {
    return { title: "Begun", sentence: "The command was taken; no phase has begun yet." };
  }
  const { title, what } = phaseTerm(last.phase);
  return { title: `After ${title.toLowerCase()}`, sentence: what };
}

export interface CreationViewState {
  readonly open: boolean;
  toggle(): void;
}

/**
 * Opens by itself at a creation that one can watch, and then stays until one goes back or the run ends.
 * `watchable`: engine time passes slowly enough, or stands.
 */
export function useCreationView(
  creation: Band | null,
  watchable: boolean,
  goesOn: boolean,
): CreationViewState {
  const [shown, setShown] = useState<{ readonly id: string; readonly open: boolean } | null>(null);
  const underWay = creation?.endMs === null;
  const id = creation?.id ?? "";
  useEffect(() => {
    if (!underWay || !watchable) return;
    setShown((before) => (before?.id === id ? before : { id, open: true }));
  }, [underWay, watchable, id]);
  useEffect(() => {
    if (!goesOn) setShown(null);
  }, [goesOn]);
  const open = creation !== null && shown?.id === id && shown.open;
  return { open, toggle: () => setShown({ id, open: !open }) };
}
