/**
 * A chart that stands still, and answers: to the pointer and to arrow keys with all values of a place, to its legend
 * by showing and hiding series, and to its menu as a picture, a drawing or a table. What it draws is what reports
 * draw; what it answers comes from the same layout.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  type ChartPicture,
  type ChartReading,
  type ChartStop,
  type ChartTable,
  noneOff,
} from "../../../app/charts/chart-reading.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { useSize } from "../player/use-size.ts";
import styles from "./ChartFrame.module.css";
import { type ChartActions, ChartMenu } from "./ChartMenu.tsx";
import { ChartTip } from "./ChartTip.tsx";
import { switchHelp, useSeriesSwitch } from "./use-series-switch.ts";

interface ChartFrameProps {
  /** Names it to who cannot see it, and in its files. */
  readonly title: string;
  /** How what leaves the page is read, told below its name. */
  readonly told?: readonly string[];
  /** Wider than this it is not drawn, px. */
  readonly widest?: number;
  /** One object as long as its data are the same. */
  readonly chart: ChartPicture;
  /** Numbers that go further than those of the chart. */
  readonly table?: (() => ChartTable) | undefined;
  /** How the actions of the window call the chart that a screen is about. */
  readonly actions?: ChartActions;
  /** Lies over the drawing, which has this width. */
  readonly over?: ((width: number | undefined) => ReactNode) | undefined;
  /** Its axes alone are shown: nobody is to see yet what was computed. */
  readonly isHidden?: boolean;
}

export function ChartFrame(props: ChartFrameProps): ReactNode {
  const { title, told, widest = 960, chart, actions, over, isHidden = false } = props;
  const id = useId();
  const [room, { width: roomWidth }] = useSize<HTMLDivElement>();
  const { off: chosen, turn } = useSeriesSwitch();
  const width = roomWidth === 0 ? undefined : Math.min(roomWidth, widest);
  // Series without a value are not all there is: with nothing else to draw, all are shown.
  const [reading, off] = useMemo(() => {
    const wanted = chart.read({ width, off: chosen });
    return wanted === null ? [chart.read({ width, off: noneOff }), noneOff] : [wanted, chosen];
  }, [chart, width, chosen]);
  const drawing = useMemo(() => chart.draw({ id, width, off }), [chart, id, width, off]);
  if (reading === null) return null;
  return (
    <div className={styles.frame} style={{ maxWidth: widest + menuWidth }}>
      <div ref={room} className={styles.room}>
        <div className={styles.chart} data-hidden={isHidden} style={{ maxWidth: width }}>
          {drawing}
          {!isHidden && <Answers title={title} reading={reading} />}
          {over?.(width)}
          {reading.legend.map(({ at, name, x, y, width: long }) => (
            <button
              key={at}
              type="button"
              className={styles.switch}
              aria-pressed={!off.has(at)}
              aria-label={name}
              title={`${name}\n${switchHelp}`}
              style={{
                left: share(x, reading.width),
                top: share(y - 4, reading.height),
                width: share(long, reading.width),
              }}
              onClick={({ shiftKey }) => turn(at, reading.legend.length, shiftKey)}
            />
          ))}
        </div>
      </div>
      {!isHidden && (
        <ChartMenu
          title={title}
          told={told}
          actions={actions}
          table={() => props.table?.() ?? reading.table}
          drawingOf={() => room.current?.querySelector("svg") ?? null}
        />
      )}
    </div>
  );
}

/** The width of the menu beside the drawing, and of what is between them, px. */
const menuWidth = 36;

const share = (of: number, all: number): string => `${(100 * of) / all}%`;

interface AnswersProps {
  readonly title: string;
  readonly reading: ChartReading;
}

/** Apart from the chart: it is here again with every move of the pointer. */
function Answers({ title, reading }: AnswersProps): ReactNode {
  const surface = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<number | null>(null);
  const { stops, along, width, height } = reading;
  const last = stops.length - 1;
  const at = chosen === null ? null : Math.min(chosen, last);
  const stop = at === null ? undefined : stops[at];
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const box = surface.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const place =
      along === "x"
        ? ((clientX - box.left) / box.width) * width
        : ((clientY - box.top) / box.height) * height;
    choose(nearest(stops, place));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (at === null) return;
      choose(null);
    } else {
      const next = nextStop(event.key, at, last);
      if (next === null) return;
      choose(next);
    }
    // Handled here: neither the screen's shortcuts nor what scrolls must see it.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div
        ref={surface}
        className={styles.surface}
        role="slider"
        tabIndex={0}
        aria-label={`Values of ${title}`}
        aria-orientation={along === "x" ? "horizontal" : "vertical"}
        aria-valuemin={1}
        aria-valuemax={stops.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={stop === undefined ? "Arrow keys read the values" : inWords(stop)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => choose(null)}
        onKeyDown={onKeyDown}
        onBlur={() => choose(null)}
      />
      {stop !== undefined && <Shown stop={stop} reading={reading} />}
    </>
  );
}

function Shown({ stop, reading }: { readonly stop: ChartStop; readonly reading: ChartReading }) {
  const { along, line, width, height, sign } = reading;
  const { values } = stop;
  const [x, y] = [
    along === "x" ? stop.at : Math.max(...values.map((value) => value.x)),
    along === "y" ? stop.at : Math.min(...values.map((value) => value.y)),
  ];
  return (
    <>
      <svg className={styles.marks} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {line !== null && (
          <line stroke={cssVar("text-2")} x1={stop.at} x2={stop.at} y1={line[0]} y2={line[1]} />
        )}
        {values.map((value) => (
          <circle
            key={`${value.series} ${value.name}`}
            fill="none"
            stroke={cssVar("text-1")}
            strokeWidth={1.5}
            cx={value.x}
            cy={value.y}
            r={6}
          />
        ))}
      </svg>
      <ChartTip
        heading={stop.heading}
        across={x / width}
        down={y / height}
        narrowDownTo={
          width < narrow ? Math.max(...values.map((value) => value.y)) / height : undefined
        }
        rows={values.map(({ series, name, value, further }) => ({
          key: `${series} ${name}`,
          sign: (
            <svg viewBox="0 0 20 10" aria-hidden="true">
              {sign(series, 0, 5)}
            </svg>
          ),
          ...{ name, value, further },
        }))}
      />
    </>
  );
}

/** Beside a place in the middle of a chart of this width a tip has no room, px. */
const narrow = 480;

/** Null: there is none. */
function nearest(stops: readonly ChartStop[], place: number): number | null {
  let [found, least]: [number | null, number] = [null, Number.POSITIVE_INFINITY];
  stops.forEach(({ at }, index) => {
    const distance = Math.abs(at - place);
    if (distance < least) [found, least] = [index, distance];
  });
  return found;
}

const longStep = 10;

function nextStop(key: string, at: number | null, last: number): number | null {
  if (last < 0) return null;
  const by = (step: number): number =>
    at === null ? (step > 0 ? 0 : last) : Math.min(Math.max(at + step, 0), last);
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return by(1);
    case "ArrowLeft":
    case "ArrowUp":
      return by(-1);
    case "PageDown":
      return by(longStep);
    case "PageUp":
      return by(-longStep);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

const inWords = ({ heading, values }: ChartStop): string =>
  [
    heading,
    ...values.map(({ name, value, further }) =>
      [name === "" ? value : `${name} ${value}`, ...(further === undefined ? [] : [further])].join(
        ", ",
      ),
    ),
  ].join("; ");
