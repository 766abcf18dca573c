/** Every metric of both sides, how it changed, and whether that is proven. */
import type { ReactNode } from "react";
import type {
  ComparedMetric,
  Comparison,
  ComparisonOfSides,
} from "../../../app/contract/comparison.ts";
import { sideRole } from "../../../app/domain/comparison/side-role.ts";
import { changeText } from "../../../app/domain/statistics/change-text.ts";
import { metricHeading, unitName } from "../../../app/domain/statistics/metric.ts";
import { chanceText } from "../../../app/domain/statistics/outcome-text.ts";
import styles from "./MetricTable.module.css";
import { Value, VerdictWord } from "./metric-cells.tsx";

interface MetricTableProps {
  readonly comparison: ComparisonOfSides;
  readonly against: number;
}

/** Half the width of the drawn changes, as a share of the base. */
const drawnShare = 0.25;

export function MetricTable({ comparison, against }: MetricTableProps): ReactNode {
  const metrics = comparison.against[against - 1]?.metrics ?? [];
  return (
    // A region that scrolls needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.wide} aria-label="Metrics" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            {[0, against].map((place) => (
              <th
                key={place}
                scope="col"
                className={styles.figure}
                title={comparison.sides[place]?.name}
              >
                {sideRole(place)}
              </th>
            ))}
            <th scope="col" className={styles.figure}>
              Change
            </th>
            <th scope="col" className={styles.drawn}>
              <span className={styles.scale}>
                <span>−25 %</span>
                <span>0</span>
                <span>+25 %</span>
              </span>
            </th>
            <th
              scope="col"
              className={styles.figure}
              title="Chance of such a difference by chance alone"
            >
              p
            </th>
            <th scope="col" className={styles.figure} title="Runs of each side">
              n
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map((metric) => (
            <Row key={metric.id} metric={metric} primary={metric.id === comparison.primary} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({
  metric: { comparison },
  primary,
}: {
  readonly metric: ComparedMetric;
  readonly primary: boolean;
}): ReactNode {
  const { metric, base, variant, outcome, runs } = comparison;
  const proven = outcome.kind === "proven";
  const { unit } = metric;
  const among = [base.value, variant.value];
  return (
    <tr data-proven={proven} data-judgement={proven ? (comparison.judgement ?? "changed") : "none"}>
      <th
        scope="row"
        data-primary={primary}
        title={primary ? "Named before anything was run" : undefined}
      >
        {metricHeading(metric.name)}
        {unit !== "duration" && unit !== "bytes" && (
          <span className={styles.unit}>{unitName(unit)}</span>
        )}
      </th>
      <Value unit={unit} value={base.value} interval={base.interval} among={among} />
      <Value unit={unit} value={variant.value} interval={variant.interval} among={among} />
      <td className={styles.figure}>{changeText(comparison)}</td>
      <td className={styles.drawn}>
        <Change comparison={comparison} />
      </td>
      <td className={styles.figure}>{chanceText(comparison)}</td>
      <td className={styles.figure}>
        {runs.base === runs.variant ? runs.base : `${runs.base}, ${runs.variant}`}
      </td>
      <td className={styles.verdict}>
        <VerdictWord comparison={comparison} />
      </td>
    </tr>
  );
}

/** The shift as a share of the base with its interval; what is beyond the scale ends in an arrow. */
function Change({
  comparison: { relative, outcome },
}: {
  readonly comparison: Comparison;
}): ReactNode {
  if (relative === null) return null;
  const { share, interval } = relative;
  const x = (value: number): number => 50 + 50 * Math.min(Math.max(value / drawnShare, -1), 1);
  const [low, high] = interval === null ? [share, share] : [interval.low, interval.high];
  const beyond = Math.abs(share) > drawnShare;
  return (
    <svg
      className={styles.change}
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line className={styles.zero} x1={50} x2={50} y1={0} y2={14} />
      {beyond ? (
        <path
          className={styles.far}
          d={share > 0 ? "M50 7H97M93 3L98 7L93 11" : "M50 7H3M7 3L2 7L7 11"}
        />
      ) : (
        <>
          <line className={styles.whisker} x1={x(low)} x2={x(high)} y1={7} y2={7} />
          <line className={styles.whisker} x1={x(low)} x2={x(low)} y1={4} y2={10} />
          <line className={styles.whisker} x1={x(high)} x2={x(high)} y1={4} y2={10} />
          <rect
            className={styles.point}
            data-proven={outcome.kind === "proven"}
            x={x(share) - 1.5}
            y={4}
            width={3}
            height={6}
          />
        </>
      )}
    </svg>
  );
}
