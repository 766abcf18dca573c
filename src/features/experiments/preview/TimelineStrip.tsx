/** The timeline to come, to scale: warm-up hatched, a mark for each thing that will happen. */
import { type ReactNode, useId } from "react";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { layOutStrip, markLabel, printTime, type Strip, type StripMark } from "./strip-layout.ts";
import styles from "./TimelineStrip.module.css";

const labelRowHeight = 16;

export function TimelineStrip({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const strip = layOutStrip(scenario);
  return (
    <div role="img" aria-label={describe(scenario, strip)} className={styles.figure}>
      <div className={styles.labels} style={{ height: strip.rows * labelRowHeight }}>
        {strip.marks.map((mark) => (
          <MarkLabel key={mark.index} mark={mark} rows={strip.rows} />
        ))}
      </div>
      <div className={styles.strip}>
        <Warmup share={strip.warmupShare} />
        {strip.marks.map(({ index, kind, certain, position }) => (
          <span
            key={index}
            className={styles.mark}
            data-kind={kind}
            data-certain={certain}
            style={{ left: `${position * 100}%` }}
          />
        ))}
      </div>
      <div className={styles.axis}>
        {strip.ticks.map(({ label, position }) => (
          <span key={position} className={styles.tick} style={{ left: `${position * 100}%` }}>
            <span className={styles.tickText} data-edge={edgeOf(position)}>
              {label}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}

const edgeOf = (position: number): string =>
  position === 0 ? "start" : position === 1 ? "end" : "none";

function MarkLabel({ mark, rows }: { readonly mark: StripMark; readonly rows: number }): ReactNode {
  const top = (rows - 1 - mark.row) * labelRowHeight;
  const place =
    mark.side === "right"
      ? { left: `${mark.position * 100}%` }
      : { right: `${(1 - mark.position) * 100}%` };
  return (
    <span className={styles.label} style={{ ...place, top }} title={`${mark.label}, ${mark.when}`}>
      {mark.label}
    </span>
  );
}

function Warmup({ share }: { readonly share: number }): ReactNode {
  const pattern = useId();
  return (
    <svg className={styles.warmup} width={`${share * 100}%`} height="100%" aria-hidden="true">
      <defs>
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" className={styles.hatch} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
    </svg>
  );
}

const verbs = {
  createSnapshot: "snapshot ",
  dropSnapshot: "",
  revertSnapshot: "",
  setUsers: "",
  setReportUsers: "",
  checkDatabase: "",
  restartServer: "",
  updateTable: "",
  rebuildIndex: "",
  createIndex: "",
  selectInto: "",
  dropTable: "",
  damagePage: "",
  backup: "",
  restore: "",
  verifyBackup: "",
} as const;

function nameOf({ timeline }: Scenario, index: number): string {
  const entry = timeline[index];
  return entry === undefined ? "" : markLabel(entry.command);
}

/** The strip in words. */
function describe(scenario: Scenario, { marks }: Strip): string {
  const parts = [
    scenario.warmupSeconds > 0
      ? `warm-up until ${printTime(scenario.warmupSeconds)}`
      : "no warm-up",
    ...marks.map(({ index, kind, when }) => `${verbs[kind]}${nameOf(scenario, index)} ${when}`),
    `end at ${printTime(scenario.durationSeconds)}`,
  ];
  return `Timeline of the run: ${parts.join("; ")}.`;
}
