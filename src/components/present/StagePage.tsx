/** One page in a presentation: in the data file, its bit, and in the sparse file. */
import type { ReactNode } from "react";
import { causeLooks } from "../../../app/charts/cause-look.ts";
import { formatMomentOf, type TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import { pageName } from "../../../app/domain/page-map/map-words.ts";
import { type PushLog, pushAt, timeAt } from "../../../app/domain/page-map/push-log.ts";
import type { PagePicture } from "../../../app/domain/present/step.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import styles from "./Stage.module.css";
import { cutToWidth, textHeight } from "./stage-text.ts";

interface StagePageProps {
  readonly log: PushLog;
  readonly picture: PagePicture;
  readonly clock: TimelineClock;
  readonly atMs: number;
  readonly width: number;
  readonly height: number;
}

/** The page as it is, by how often it was written since the snapshot was created. */
const contents = ["as before", "changed", "changed again"];
const rows = 6;

export function StagePage({ log, picture, clock, atMs, width, height }: StagePageProps): ReactNode {
  const push = pushAt(log, picture.push);
  const file = log.files[push?.file ?? 0];
  if (push === null || file === undefined) return null;
  const pushMs = timeAt(log, picture.push);
  const isCopied = atMs >= pushMs;
  const again = picture.writesMs.filter((writtenMs) => writtenMs <= atMs && writtenMs > pushMs);
  const writes = isCopied ? 1 + again.length : 0;
  const content = contents[Math.min(writes, contents.length - 1)] ?? "";
  const name = pageName(file, push.page);
  const third = width / 3;
  const top = textHeight + 16;
  const side = Math.max(1, Math.min(third - 48, height - top - 2 * textHeight));
  const box = { top, side };
  const left = (column: number): number => column * third + (third - side) / 2;
  const bit = isCopied ? "1" : "0";
  const said = isCopied ? `copied at ${formatMomentOf(clock, pushMs)}` : "not copied";
  return (
    <svg
      className={styles.drawing}
      {...{ width, height }}
      role="img"
      aria-label={`Page ${name}: ${content}; bit ${bit}; ${said}`}
    >
      <Column x={left(0)} width={third} title={`Source: page ${name}`} note={content}>
        <PageBox {...box} changes={writes} isThere />
      </Column>
      <Column
        x={left(1)}
        width={third}
        title="Its bit in the snapshot"
        note={isCopied ? "set: copied" : "clear: not copied"}
      >
        <g transform={`translate(0 ${top + side / 2})`}>
          <rect
            fill={isCopied ? cssVar(causeLooks[push.cause].colour) : "none"}
            stroke={cssVar("text-2")}
            strokeWidth={3}
            x={side / 2 - 48}
            y={-48}
            width={96}
            height={96}
          />
          <text
            className={isCopied ? `${styles.bit} ${styles.flag}` : styles.bit}
            x={side / 2}
            y={14}
            textAnchor="middle"
          >
            {bit}
          </text>
        </g>
      </Column>
      <Column
        x={left(2)}
        width={third}
        title="Sparse file"
        note={isCopied ? `as before, ${said}` : "empty: read from the source"}
      >
        <PageBox {...box} changes={0} isThere={isCopied} />
      </Column>
    </svg>
  );
}

interface ColumnProps {
  readonly x: number;
  readonly width: number;
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

const Column = ({ x, width, title, note, children }: ColumnProps): ReactNode => (
  <g transform={`translate(${x} 0)`}>
    <text className={styles.value} y={textHeight - 8}>
      {cutToWidth(title, width)}
    </text>
    {children}
    <text y="100%" dy={-8}>
      {cutToWidth(note, width)}
    </text>
  </g>
);

interface PageBoxProps {
  readonly top: number;
  readonly side: number;
  /** How often its rows were changed. */
  readonly changes: number;
  readonly isThere: boolean;
}

/** A page with its rows: those that are changed are of another colour for each time. */
function PageBox({ top, side, changes, isThere }: PageBoxProps): ReactNode {
  const pitch = side / (rows + 1);
  const colour = cssVar(
    changes === 0 ? "text-3" : changes === 1 ? "data-response" : "data-log-reads",
  );
  return (
    <g transform={`translate(0 ${top})`}>
      <rect
        fill={isThere ? cssVar("grid") : "none"}
        stroke={cssVar("text-2")}
        strokeWidth={3}
        strokeDasharray={isThere ? undefined : "8 8"}
        width={side}
        height={side}
      />
      {isThere &&
        Array.from({ length: rows }, (_, row) => row).map((row) => (
          <rect
            key={row}
            fill={colour}
            x={pitch / 2}
            y={pitch * (row + 0.5)}
            width={side - pitch}
            height={pitch * 0.6}
            rx={changes > 1 ? pitch * 0.3 : 0}
          />
        ))}
    </g>
  );
}
