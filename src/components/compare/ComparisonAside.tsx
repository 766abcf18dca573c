/** Beside the numbers: response times by percentile, each run, the creations' phases, what differs. */
import type { ReactNode } from "react";
import type { ChartPicture } from "../../../app/charts/chart-reading.ts";
import { PercentileCurves, readPercentiles } from "../../../app/charts/PercentileCurves.tsx";
import { phaseColour } from "../../../app/charts/phase-colour.ts";
import { RunDots, readRuns } from "../../../app/charts/RunDots.tsx";
import type { ComparedSide, ComparisonOfSides } from "../../../app/contract/comparison.ts";
import { phaseNames } from "../../../app/contract/phase.ts";
import { sideRole } from "../../../app/domain/comparison/side-role.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatTidyDuration } from "../../../app/domain/format/times.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import { metricHeading, unitName } from "../../../app/domain/statistics/metric.ts";
import { ChartFrame } from "../charts/ChartFrame.tsx";
import { Panel } from "../ui/Panel.tsx";
import styles from "./ComparisonAside.module.css";

interface ComparisonAsideProps {
  readonly comparison: ComparisonOfSides;
  /** Place of the side that stands against the base. */
  readonly against: number;
}

/** The base and the side against it, as all else on the screen: of more, nobody would tell what is compared. */
export function ComparisonAside({ comparison, against }: ComparisonAsideProps): ReactNode {
  const pair: Pair = { comparison, places: [0, against] };
  return (
    // A region that scrolls needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <aside className={styles.aside} aria-label="Responses, runs, phases and settings" tabIndex={0}>
      <Percentiles {...pair} />
      <EachRun {...pair} />
      <Phases {...pair} />
      <Settings {...pair} />
    </aside>
  );
}

interface Pair {
  readonly comparison: ComparisonOfSides;
  /** Those of its sides that are shown. */
  readonly places: readonly number[];
}

interface PlacedSide extends ComparedSide {
  /** Among all sides: its look in charts. */
  readonly place: number;
}

const sidesOf = ({ comparison, places }: Pair): readonly PlacedSide[] =>
  comparison.sides.flatMap((side, place) => (places.includes(place) ? [{ ...side, place }] : []));

function Percentiles(pair: Pair): ReactNode {
  const sides = sidesOf(pair);
  const measured = sides.filter(({ percentiles }) => percentiles !== null);
  const unmeasured = sides.filter(({ percentiles }) => percentiles === null);
  const curves = measured.map(({ name, place, percentiles }) => ({
    name,
    side: place,
    points: percentiles ?? [],
  }));
  const chart: ChartPicture = {
    draw: (as) => <PercentileCurves curves={curves} {...as} />,
    read: (as) => readPercentiles({ curves, ...as }),
  };
  const transactions = measured.reduce((sum, side) => sum + side.transactions, 0);
  return (
    <Panel
      title="Response time by percentile"
      aside={curves.length === 0 ? undefined : `ms, n = ${formatNumber(transactions)}`}
    >
      {curves.length === 0 ? (
        <p className={styles.none}>Response times were not measured.</p>
      ) : (
        <>
          <ChartFrame title="Response time by percentile" chart={chart} />
          {unmeasured.map(({ name }) => (
            <p key={name} className={styles.same}>{`Not measured: ${name}.`}</p>
          ))}
        </>
      )}
    </Panel>
  );
}

function EachRun(pair: Pair): ReactNode {
  const { against, primary, metric: shown = primary } = pair.comparison;
  const metric = against.flatMap(({ metrics }) => metrics).find((one) => one.id === shown);
  const rows = sidesOf(pair).map(({ name, place, values }) => ({
    name,
    side: place,
    values: values.filter((value) => value !== null),
  }));
  if (metric === undefined || rows.every(({ values }) => values.length < 2)) return null;
  const { name, unit } = metric.comparison.metric;
  const unitText = unitName(unit);
  const shownRuns = { what: name, unit: unitText, rows };
  const chart: ChartPicture = {
    draw: (as) => <RunDots {...shownRuns} {...as} />,
    read: (as) => readRuns({ ...shownRuns, ...as }),
  };
  return (
    <Panel title={`${metricHeading(name)}, each run`} aside={unitText}>
      <ChartFrame title={`${metricHeading(name)}, each run`} chart={chart} />
    </Panel>
  );
}

function Phases(pair: Pair): ReactNode {
  const sides = sidesOf(pair);
  const rows = phaseNames.filter((name) =>
    sides.some(({ phases }) => phases.some((phase) => phase.name === name)),
  );
  if (rows.length === 0) return null;
  const lengthOf = (side: number, name: (typeof phaseNames)[number]) =>
    sides[side]?.phases.find((phase) => phase.name === name)?.ms ?? null;
  return (
    <Panel
      title="Creation of the first snapshot"
      aside={sides.some(({ recordings }) => recordings.length > 1) ? "medians" : undefined}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Phase</th>
            {sides.map(({ name, place }) => (
              <th key={place} scope="col" className={styles.figure} title={name}>
                {sideRole(place)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name) => (
            <tr key={name}>
              <th scope="row">
                <span className={styles.swatch} style={{ background: phaseColour(name) }} />
                {phaseTerm(name).title}
              </th>
              {sides.map((side, place) => (
                <td key={side.name} className={styles.figure}>
                  {formatTidyDuration(lengthOf(place, name))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Settings({ comparison, places }: Pair): ReactNode {
  const sides = sidesOf({ comparison, places });
  const haveSettings = sides.every(({ hasSettings }) => hasSettings);
  const all = comparison.settings.map(({ values, ...setting }) => ({
    ...setting,
    values: places.map((place) => values[place] ?? null),
  }));
  const settings = haveSettings ? all.filter(({ values }) => new Set(values).size > 1) : [];
  const alike = all.filter(({ values }) => new Set(values).size === 1 && values[0] !== null);
  const sameSettings = haveSettings ? comparison.sameSettings + alike.length : 0;
  return (
    <Panel title="Settings that differ">
      {settings.length === 0 ? (
        <p className={styles.none}>{haveSettings ? "None of them." : "Only runs have settings."}</p>
      ) : (
        <table className={`${styles.table} ${styles.settings}`}>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              {sides.map(({ name, place }) => (
                <th key={place} scope="col" title={name}>
                  {sideRole(place)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.map(({ path, label, values }) => (
              <tr key={path}>
                <th scope="row" title={path}>
                  {label}
                </th>
                {values.map((value, place) => (
                  <td key={sides[place]?.name}>{value ?? "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {sameSettings > 0 && (
        <p
          className={styles.same}
        >{`${countOf(sameSettings, "other setting is", "other settings are")} the same.`}</p>
      )}
    </Panel>
  );
}
