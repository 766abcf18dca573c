/** The diamond of a planned moment: dragged, or moved by arrow keys; Enter or a double click leads to its field. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import {
  nearestMoment,
  steppedMoment,
} from "../../../../app/domain/scenario-form/planned-timeline.ts";
import { focusField } from "../designer-context.ts";
import styles from "./TimelineStrip.module.css";
import type { PlacedMoment } from "./timeline-layout.ts";

interface MomentHandleProps {
  readonly id: string;
  readonly moment: PlacedMoment;
  /** Whether the pointer holds it. */
  readonly isHeld: boolean;
  /** Whether Tab comes to it: one of all does. */
  readonly isCurrent: boolean;
  readonly durationSeconds: number;
  /** The width of the strip, px. */
  readonly width: number;
  /** While it is dragged; null: it is put back. */
  hold(seconds: number | null): void;
  /** Where it was let go. */
  drop(seconds: number): void;
  /** By a key. */
  move(seconds: number): void;
  /** To the moment before or after it. */
  goBy(step: number): void;
  hover(isOver: boolean): void;
  focus(hasFocus: boolean): void;
}

/** A click is no drag. */
const leastDrag = 4;

/** The steps of a number's field. */
const stepsOf: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -10,
  PageUp: 10,
};

export function MomentHandle(props: MomentHandleProps): ReactNode {
  const { id, moment, isHeld, isCurrent, durationSeconds, width, hold } = props;
  const { index, kind, label, when, seconds, isCertain, isMovable, position, grip } = moment;
  const held = useRef<{ readonly x: number; readonly seconds: number } | null>(null);

  function onPointerDown(event: PointerEvent): void {
    if (!isMovable || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, seconds };
  }
  function onPointerMove({ clientX }: PointerEvent): void {
    const from = held.current;
    if (from === null || width === 0) return;
    const moved = clientX - from.x;
    if (!isHeld && Math.abs(moved) < leastDrag) return;
    hold(nearestMoment(from.seconds + (moved / width) * durationSeconds, durationSeconds));
  }
  function onPointerUp(): void {
    held.current = null;
    if (isHeld) props.drop(seconds);
  }
  function letGo(): void {
    held.current = null;
    if (isHeld) hold(null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = stepsOf[key];
    if (key === "Escape" && isHeld) letGo();
    else if (key === "ArrowUp") props.goBy(-1);
    else if (key === "ArrowDown") props.goBy(1);
    else if (step !== undefined && isMovable) {
      props.move(steppedMoment(seconds, step, durationSeconds));
    } else return;
    event.preventDefault();
  }
  return (
    <button
      type="button"
      id={id}
      className={styles.moment}
      style={{ left: `${position * 100}%`, width: grip }}
      data-kind={kind}
      data-certain={isCertain}
      data-movable={isMovable}
      data-held={isHeld}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${label}, ${when}`}
      aria-description={`${isMovable ? "Left and right arrows move it. " : ""}Up and down arrows go to the others, Enter to its field.`}
      title={`${label}, ${when}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
      onPointerEnter={() => props.hover(true)}
      onPointerLeave={() => props.hover(false)}
      onFocus={() => props.focus(true)}
      onBlur={() => props.focus(false)}
      onKeyDown={onKeyDown}
      // Enter has no count of clicks; a single one belongs to a drag.
      onClick={({ detail }) => {
        if (detail !== 1 || !isMovable) focusField(["timeline", index, "atSeconds"]);
      }}
    />
  );
}
