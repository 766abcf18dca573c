/**
 * What one expects of a line, over the plot in which that will come: drawn by the pointer, or by arrow keys. Lanes and
 * figures lay it over theirs.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import {
  drawn,
  drawnPoints,
  type Expectation,
  nothingExpected,
  type Point,
  pointed,
} from "../../../app/domain/expectation/expectation.ts";
import styles from "./ExpectationPlane.module.css";

/** Where places and values lie in the plot, px. */
export interface PlotGeometry {
  readonly width: number;
  readonly height: number;
  /** The highest value that can be drawn. */
  readonly most: number;
  x(place: number): number;
  y(value: number): number;
  placeAt(x: number): number;
  valueAt(y: number): number;
}

/** What drawing does. */
export interface Expecting {
  /** A stroke begins: what was there before can be had back. */
  begin(): void;
  draw(expectation: Expectation): void;
  undo(): void;
  /** The axis reaches this at least. */
  reach(least: number): void;
  leave(): void;
}

interface ExpectationPlaneProps {
  /** Of what it is. */
  readonly name: string;
  readonly expectation: Expectation;
  readonly plot: PlotGeometry;
  /** Null: it is only shown. */
  readonly expecting: Expecting | null;
  /** "21:48:45: 120 /s", "21:48:45: nothing drawn". */
  words(place: number, value: number | null): string;
}

export function ExpectationPlane(props: ExpectationPlaneProps): ReactNode {
  const { expectation, plot, expecting } = props;
  const points = drawnPoints(expectation);
  const line = points.map(({ x, y }) => `${plot.x(x).toFixed(1)},${plot.y(y).toFixed(1)}`);
  const [first] = points;
  return (
    <>
      <svg
        className={styles.drawing}
        width={plot.width}
        height={plot.height}
        aria-hidden="true"
        data-expected={props.name}
      >
        {line.length > 1 && <polyline className={styles.line} points={line.join(" ")} />}
        {line.length === 1 && first !== undefined && (
          <circle className={styles.point} cx={plot.x(first.x)} cy={plot.y(first.y)} r={3} />
        )}
      </svg>
      {expecting !== null && <Surface {...props} expecting={expecting} />}
    </>
  );
}

/** A press of an arrow moves a value by this share of the plane, with Shift by the larger one. */
const shares = [1 / 40, 1 / 8] as const;
/** With Shift the cursor passes so many places. */
const longStep = 10;

function Surface(props: ExpectationPlaneProps & { readonly expecting: Expecting }): ReactNode {
  const { name, expectation, plot, expecting, words } = props;
  const { places, values } = expectation;
  const [at, setAt] = useState(0);
  const stroke = useRef<Point | null>(null);
  const last = places.length - 1;
  const here = Math.min(at, last);
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: plot.placeAt(clientX - left), y: plot.valueAt(clientY - top) };
  };
  const drawTo = (from: Point, to: Point): void => {
    expecting.draw(drawn(expectation, from, to, plot.most));
    stroke.current = to;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!byKey(event)) return;
    // Handled here: neither the screen's shortcuts nor the crosshair must see it.
    event.preventDefault();
    event.stopPropagation();
  };
  const set = (value: number): void => {
    expecting.begin();
    expecting.draw(pointed(expectation, here, value, plot.most));
  };
  /** What keys begin with where nothing was drawn: the last value before it, else the middle. */
  const valueHere = (): number =>
    values[here] ?? values.slice(0, here).findLast((value) => value !== null) ?? plot.most / 2;
  function byKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== "z") return false;
      expecting.undo();
      return true;
    }
    const share = plot.most * shares[shiftKey ? 1 : 0];
    const step = shiftKey ? longStep : 1;
    switch (key) {
      case "ArrowLeft":
        setAt(Math.max(0, here - step));
        return true;
      case "ArrowRight":
        setAt(Math.min(last, here + step));
        return true;
      case "Home":
        setAt(0);
        return true;
      case "End":
        setAt(last);
        return true;
      case "ArrowUp":
        set(valueHere() + share);
        return true;
      case "ArrowDown":
        set(valueHere() - share);
        return true;
      case " ":
        set(valueHere());
        return true;
      case "PageUp":
        expecting.reach(2 * plot.most);
        return true;
      case "PageDown":
        expecting.reach(plot.most / 2);
        return true;
      case "Delete":
      case "Backspace":
        expecting.begin();
        expecting.draw(nothingExpected(places));
        return true;
      case "Enter":
      case "Escape":
        expecting.leave();
        return true;
      default:
        return false;
    }
  }
  const place = places[here] ?? 0;
  const value = values[here] ?? null;
  return (
    <div
      className={styles.surface}
      style={{ width: plot.width, height: plot.height }}
      role="slider"
      tabIndex={0}
      // One has asked for it, and draws now.
      ref={focusOnce}
      aria-label={`Draw what you expect: ${name}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={here}
      aria-valuetext={words(place, value)}
      aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Space PageUp PageDown Delete Control+Z Escape"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        expecting.begin();
        const point = pointOf(event);
        drawTo(point, point);
      }}
      onPointerMove={(event) => {
        if (stroke.current !== null) drawTo(stroke.current, pointOf(event));
      }}
      onPointerUp={() => {
        stroke.current = null;
      }}
      onPointerCancel={() => {
        stroke.current = null;
      }}
    >
      <span className={styles.cursor} style={{ left: plot.x(place) }} aria-hidden="true">
        {value !== null && <i style={{ top: plot.y(value) }} />}
      </span>
    </div>
  );
}

const focusOnce = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
