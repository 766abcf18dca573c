/** The names of series with a piece of each line, by which they are shown and hidden. */
import type { ReactNode } from "react";
import styles from "./SeriesButtons.module.css";
import { type SeriesSwitch, switchHelp } from "./use-series-switch.ts";

/** The look of a line in the terms of SVG. */
export interface LineLook {
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly strokeDasharray: string;
}

export interface NamedLine {
  readonly name: string;
  readonly line: LineLook;
  /** Behind the name: what its values are multiplied by. */
  readonly note?: string;
}

interface SeriesButtonsProps extends SeriesSwitch {
  /** In the order by which they are switched. */
  readonly series: readonly NamedLine[];
}

export const SeriesButtons = ({ series, off, turn }: SeriesButtonsProps): ReactNode =>
  series.map(({ name, line, note }, at) => (
    <button
      key={name}
      type="button"
      className={styles.entry}
      aria-pressed={!off.has(at)}
      title={switchHelp}
      onClick={({ shiftKey }) => turn(at, series.length, shiftKey)}
    >
      <LineSign line={line} />
      <span className={styles.name}>{name}</span>{" "}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </button>
  ));

export const LineSign = ({ line }: { readonly line: LineLook }): ReactNode => (
  <svg className={styles.sign} viewBox="0 0 20 10" aria-hidden="true">
    <line {...line} x1={0} x2={20} y1={5} y2={5} />
  </svg>
);
