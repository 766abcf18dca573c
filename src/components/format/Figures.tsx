/** Figures with their units, set in tabular numerals: the only way a number gets on a screen. */
import type { ReactNode } from "react";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import {
  formatClock,
  formatDuration,
  formatMilliseconds,
  formatMoment,
  formatMomentWithZone,
} from "../../../app/domain/format/times.ts";
import styles from "./Figures.module.css";

/** "118.3 GiB" */
export function Bytes({ value }: { readonly value: number | null | undefined }): ReactNode {
  return <span className={styles.figure}>{formatBytes(value)}</span>;
}

/** "1 min 20.91 s" */
export function Duration({ ms }: { readonly ms: number | null | undefined }): ReactNode {
  return <span className={styles.figure}>{formatDuration(ms)}</span>;
}

/** "292 ms" */
export function Milliseconds({ value }: { readonly value: number | null | undefined }): ReactNode {
  return <span className={styles.figure}>{formatMilliseconds(value)}</span>;
}

interface ClockProps {
  /** The origin of a timeline: milliseconds of a clock without zones. */
  readonly originMs: number;
  readonly atMs: number;
}

/** "21:56:05.46" of the engine's or the log's clock. */
export function Clock({ originMs, atMs }: ClockProps): ReactNode {
  return <span className={styles.figure}>{formatClock(originMs, atMs)}</span>;
}

/** A moment of this machine, with its zone in the tooltip. */
export function Moment({ iso }: { readonly iso: string | null | undefined }): ReactNode {
  return (
    <time className={styles.moment} dateTime={iso ?? undefined} title={formatMomentWithZone(iso)}>
      {formatMoment(iso)}
    </time>
  );
}
