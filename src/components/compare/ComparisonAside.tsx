/** Beside the numbers: response times by percentile, each run, the creations' phases, what differs. */
import { type ReactNode, useId } from "react";
import { PercentileCurves } from "../../../app/charts/PercentileCurves.tsx";
import { phaseColour } from "../../../app/charts/phase-colour.ts";
import { RunDots } from "../../../app/charts/RunDots.tsx";
import type { ComparisonOfSides } from "../../../app/contract/comparison.ts";
import { phaseNames } from "../../../app/contract/phase.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { durationText } from "../../../app/domain/format/report-text.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import { unitName } from "../../../app/domain/statistics/metric.ts";
import { Panel } from "../ui/Panel.tsx";
import styles from "./ComparisonAside.module.css";

interface ComparisonAsideProps {
  readonly comparison: ComparisonOfSides;
}

export function ComparisonAside({ comparison }: ComparisonAsideProps): ReactNode {
  return (
    // A region that scrolls needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <aside className={styles.aside} aria-label="Responses, runs, phases and settings" tabIndex={0}>
      <Percentiles comparison={comparison} />
      <EachRun comparison={comparison} />
      <Phases comparison={comparison} />
      <Settings comparison={comparison} />
    </aside>
  );
}

function Percentiles({ comparison: { sides } }: ComparisonAsideProps): ReactNode {
  const id = useId();
  const curves = sides.flatMap(({ name, percentiles }, side) =>
    percentiles === null ? [] : [{ name, side, points: percentiles }],
  );
  const transactions = sides.reduce((sum, side) => sum + side.transactions, 0);
  return (
    <Panel
      title="Response time by percentile"
      aside={curves.length === 0 ? undefined : `ms, ${formatNumber(transactions)} transactions`}
    >
      {curves.length === 0 ? (
        <p className={styles.none}>Response times were not measured.</p>
      ) : (
        <PercentileCurves id={id} curves={curves} />
      )}
    </Panel>
  );
}

function EachRun({ comparison: { sides, against, primary } }: ComparisonAsideProps): ReactNode {
  const id = useId();
  const metric = against.flatMap(({ metrics }) => metrics).find((one) => one.id === primary);
  const rows = sides.map(({ name, values }) => ({
    name,
    values: values.filter((value) => value !== null),
  }));
  if (metric === undefined || rows.every(({ values }) => values.length < 2)) return null;
  const { name, unit } = metric.comparison.metric;
  const unitText = unitName(unit);
  return (
    <Panel title={`${name.charAt(0).toUpperCase()}${name.slice(1)}, each run`} aside={unitText}>
      <RunDots id={id} what={`${name}, ${unitText}`} rows={rows} />
    </Panel>
  );
}

function Phases({ comparison: { sides } }: ComparisonAsideProps): ReactNode {
  const rows = phaseNames.filter((name) =>
    sides.some(({ phases }) => phases.some((phase) => phase.name === name)),
  );
  if (rows.length === 0) return null;
  const lengthOf = (side: number, name: (typeof phaseNames)[number]) =>
    sides[side]?.phases.find((phase) => phase.name === name)?.ms ?? null;
  return (
    <Panel title="Creation of the first snapshot" aside="medians">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Phase</th>
            {sides.map(({ name }) => (
              <th key={name} scope="col" className={styles.figure}>
                {name}
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
                  {durationText(lengthOf(place, name))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Settings({
  comparison: { settings, sides, sameSettings },
}: ComparisonAsideProps): ReactNode {
  return (
    <Panel title="Settings that differ">
      {settings.length === 0 ? (
        <p className={styles.none}>
          {sameSettings === 0 ? "Only runs have settings." : "None of them."}
        </p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              {sides.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
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
