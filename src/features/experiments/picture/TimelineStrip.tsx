/**
 * The timeline to come, to scale: warm-up hatched, a diamond for each thing that is planned. What has a time of its
 * own is moved by the pointer or by arrow keys, which changes the value of its field.
 */
import { type ReactNode, useId, useMemo, useState } from "react";
import { formatTidyDuration } from "../../../../app/domain/format/times.ts";
import { settle } from "../../../../app/domain/scenario-form/draft.ts";
import { printTime } from "../../../../app/domain/scenario-form/moments.ts";
import {
  creationSpan,
  drawnDuration,
  type KnownCreation,
  moveMoment,
  type PlannedMoment,
  type PlannedTimeline,
  plannedTimeline,
  type SpanSeconds,
} from "../../../../app/domain/scenario-form/planned-timeline.ts";
import { usePlacedText } from "../../../components/player/measure-text.ts";
import { useSize } from "../../../components/player/use-size.ts";
import { useDesigner } from "../designer-context.ts";
import { MomentHandle } from "./MomentHandle.tsx";
import styles from "./TimelineStrip.module.css";
import { layOutStrip, type MomentLabel, type Strip, type StripSpan } from "./timeline-layout.ts";

const labelRowHeight = 18;

/** A moment that the pointer holds, and where it would be left. */
interface Held {
  readonly index: number;
  readonly seconds: number;
}

interface TimelineStripProps {
  /** What is known of how long creations take. */
  readonly known: KnownCreation | null;
}

export function TimelineStrip({ known }: TimelineStripProps): ReactNode {
  const { draft, edit } = useDesigner();
  const [box, { width }] = useSize<HTMLDivElement>();
  const [held, hold] = useState<Held | null>(null);
  const [hovered, hover] = useState<number | null>(null);
  const [focused, focus] = useState<number | null>(null);
  const [currentIndex, setCurrent] = useState<number | null>(null);
  const [said, say] = useState("");
  const fonts = usePlacedText();
  const duration = drawnDuration(draft);
  // Only a moment that is let go is a change of the form: until then the picture alone follows the pointer.
  const drawn = held === null ? draft : moveMoment(draft, held.index, held.seconds);
  const { scenario } = drawn.present;
  const plan = useMemo(
    () => plannedTimeline(scenario, duration.seconds),
    [scenario, duration.seconds],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fonts have other widths
  const strip = useMemo(() => layOutStrip(plan, width), [plan, width, fonts]);
  const creation = useMemo(() => creationSpan(scenario, known), [scenario, known]);
  const indexes = plan.moments.map(({ index }) => index);
  const current =
    currentIndex !== null && indexes.includes(currentIndex) ? currentIndex : (indexes[0] ?? null);
  const shownIndex = held?.index ?? hovered ?? focused;
  const shown = plan.moments.find(({ index }) => index === shownIndex) ?? null;

  const goBy = (index: number, step: number): void => {
    const next = indexes[indexes.indexOf(index) + step];
    if (next === undefined) return;
    setCurrent(next);
    document.getElementById(momentId(next))?.focus();
  };
  const move = (index: number, seconds: number): void => {
    edit((before) => moveMoment(before, index, seconds));
    say(`at ${printTime(seconds)}`);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of moments, not of a form's fields
    <div role="group" aria-label={describe(plan)}>
      <div ref={box} className={styles.labels} style={{ height: strip.rows * labelRowHeight }}>
        {strip.labels.map((label) => (
          <Label key={label.moment.index} label={label} rows={strip.rows} />
        ))}
      </div>
      <div className={styles.strip}>
        <Hatch span={strip.warmup} />
        {strip.baseline !== null && <NamedSpan span={strip.baseline} kind="baseline" />}
        {strip.withSnapshots.map((span) => (
          <NamedSpan key={span.from} span={span} kind="snapshots" />
        ))}
        {creation !== null && <Creation span={creation} durationSeconds={duration.seconds} />}
        {strip.recorded.map((position) => (
          <span key={position} className={styles.recorded} style={{ left: percent(position) }} />
        ))}
        {/* In the order of the entries: an element that is moved in the page loses the pointer and the focus. */}
        {strip.moments.toSorted(byIndex).map((moment) => (
          <MomentHandle
            key={moment.index}
            id={momentId(moment.index)}
            moment={moment}
            isHeld={held?.index === moment.index}
            isCurrent={current === moment.index}
            durationSeconds={duration.seconds}
            width={width}
            hold={(seconds) => hold(seconds === null ? null : { index: moment.index, seconds })}
            drop={(seconds) => {
              hold(null);
              edit((before) => settle(moveMoment(settle(before), moment.index, seconds)));
            }}
            move={(seconds) => move(moment.index, seconds)}
            goBy={(step) => goBy(moment.index, step)}
            hover={(isOver) => hover(isOver ? moment.index : null)}
            focus={(hasFocus) => {
              focus(hasFocus ? moment.index : null);
              if (hasFocus) setCurrent(moment.index);
              else edit(settle);
            }}
          />
        ))}
      </div>
      <div className={styles.axis} aria-hidden>
        {strip.ticks.map(({ label, position }) => (
          <span key={position} className={styles.tick} style={{ left: percent(position) }}>
            <span className={styles.tickText} data-edge={edgeOf(position)}>
              {label}
            </span>
          </span>
        ))}
      </div>
      {/* The one stands in the place of the other, so that nothing below moves. */}
      <div className={styles.caption}>
        <p className={shown === null ? styles.legend : styles.covered}>
          {captionOf(strip, creation, duration.isPresent)}
        </p>
        {shown !== null && (
          <p className={styles.shown} title={`${shown.label}, ${shown.when}`}>
            {`${shown.label}, ${shown.when}`}
          </p>
        )}
      </div>
      <span className={styles.hidden} role="status">
        {said}
      </span>
    </div>
  );
}

const byIndex = (a: PlannedMoment, b: PlannedMoment): number => a.index - b.index;
const momentId = (index: number): string => `moment-${index}`;
const percent = (share: number): string => `${share * 100}%`;
const edgeOf = (position: number): string =>
  position === 0 ? "start" : position === 1 ? "end" : "none";

function Label({ label, rows }: { readonly label: MomentLabel; readonly rows: number }): ReactNode {
  const { moment, text, left, width, row } = label;
  const top = (rows - 1 - row) * labelRowHeight;
  return (
    <span
      className={styles.label}
      style={{ left, width, top }}
      title={`${moment.label}, ${moment.when}`}
      aria-hidden
    >
      {text}
    </span>
  );
}

function Hatch({ span }: { readonly span: StripSpan | null }): ReactNode {
  const pattern = useId();
  if (span === null) return null;
  return (
    <div className={styles.warmup} style={{ width: percent(span.to - span.from) }}>
      <svg width="100%" height="100%" aria-hidden="true">
        <defs>
          <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" className={styles.hatch} />
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill={`url(#${pattern})`} />
      </svg>
      {span.label !== null && <span className={styles.spanName}>{span.label}</span>}
    </div>
  );
}

interface CreationProps {
  readonly span: SpanSeconds;
  readonly durationSeconds: number;
}

/** A creation, as long as it took in runs of this very scenario. */
function Creation({ span, durationSeconds }: CreationProps): ReactNode {
  const from = Math.min(1, span.from / durationSeconds);
  const to = Math.min(1, span.to / durationSeconds);
  return (
    <div
      className={styles.creation}
      data-testid="creation"
      style={{ left: percent(from), width: percent(to - from) }}
      title={`The creation took ${creationText(span)} in runs of this preset here`}
    />
  );
}

interface NamedSpanProps {
  readonly span: StripSpan;
  readonly kind: "baseline" | "snapshots";
}

function NamedSpan({ span, kind }: NamedSpanProps): ReactNode {
  const { from, to, label } = span;
  const place = { left: percent(from), width: percent(to - from) };
  return (
    <div className={styles.span} data-kind={kind} style={place}>
      {label !== null && <span className={styles.spanName}>{label}</span>}
    </div>
  );
}

/** What the signs mean that are there, and what can be done with them. */
function captionOf(
  { warmup, moments, recorded }: Strip,
  creation: SpanSeconds | null,
  isPresent: boolean,
): string {
  if (!isPresent) return "Drawn with the last duration that was allowed.";
  const parts = [
    ...(warmup === null ? [] : ["Hatched: warm-up, not measured."]),
    ...(creation === null
      ? []
      : [`Thick line: the creation took ${creationText(creation)} in runs of this preset here.`]),
    ...(moments.some(({ isCertain }) => !isCertain) ? ["Dashed, ≥: at the earliest."] : []),
    ...(recorded.length > 0 ? ["Short lines: recorded commands, given again."] : []),
    ...(moments.length === 0 ? ["Nothing is planned: the load alone is measured."] : []),
    ...(moments.some(({ isMovable }) => isMovable)
      ? ["Drag a diamond, or move it with the arrow keys."]
      : []),
  ];
  return parts.join(" ");
}

const creationText = ({ from, to }: SpanSeconds): string =>
  formatTidyDuration(Math.round(1000 * (to - from)));

const mostDescribed = 20;

/** The strip in words. */
function describe({ warmupSeconds, durationSeconds, moments }: PlannedTimeline): string {
  const inWords = ({ label, when }: PlannedMoment) => `${label}, ${when}`;
  const more = moments.length - mostDescribed;
  const parts = [
    warmupSeconds > 0 ? `warm-up until ${printTime(warmupSeconds)}` : "no warm-up",
    ...moments.slice(0, mostDescribed).map(inWords),
    ...(more > 0 ? [`${more} more`] : []),
    `end at ${printTime(durationSeconds)}`,
  ];
  return `Timeline of the run: ${parts.join("; ")}.`;
}
