/** A study as a figure: a metric over what it varies, what is said of it, and the numbers behind it. */

import { Button, Select, Spinner } from "@fluentui/react-components";
import { ArrowSortRegular, DataScatterRegular } from "@fluentui/react-icons";
import { type ReactNode, useId, useMemo, useState } from "react";
import { maxSides } from "../../../../app/contract/comparison.ts";
import type { StudyRunStatus, StudyState } from "../../../../app/contract/rpc/studies.ts";
import type { MetricResult, StudyResults } from "../../../../app/contract/study-results.ts";
import { throughputId } from "../../../../app/domain/comparison/run-metrics.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { countOf, formatNumber } from "../../../../app/domain/format/numbers.ts";
import { answerSentence } from "../../../../app/domain/statistics/answer-text.ts";
import { intervalsText } from "../../../../app/domain/statistics/interval.ts";
import { metricHeading } from "../../../../app/domain/statistics/metric.ts";
import { missingRepeats } from "../../../../app/domain/studies/needed-repeats.ts";
import { pointName } from "../../../../app/domain/studies/point-name.ts";
import { studyFigure } from "../../../../app/domain/studies/study-figure.ts";
import { studyTable } from "../../../../app/domain/studies/study-table.ts";
import { StudyDrawing } from "../../../components/compare/StudyDrawing.tsx";
import { EmptyState, ErrorState } from "../../../components/ui/StateMessage.tsx";
import { useStudy, useStudyResults } from "../../../state/comparison/studies.ts";
import { pointSide, useNavigation } from "../../../state/shell/navigation.ts";
import { useStatus } from "../../../state/shell/status.ts";
import { AnswerFrame } from "../AnswerFrame.tsx";
import screenStyles from "../CompareScreen.module.css";
import { LeastEffectField } from "../LeastEffectField.tsx";
import { StudyBar } from "../StudyBar.tsx";
import { Sureness } from "../Sureness.tsx";
import { PointTable } from "./PointTable.tsx";
import styles from "./StudyFigureView.module.css";

export function StudyFigureView({ studyId }: { readonly studyId: string }): ReactNode {
  const { study, message } = useStudy(studyId);
  const [metric, setMetric] = useState<string | null>(null);
  const leastEffect = useNavigation((state) => state.compare?.leastEffect);
  const { value: results, message: failed } = useStudyResults(study, metric, leastEffect);
  useStatus({
    title: study?.name,
    left: study === null ? [] : factsOf(study),
    right: ["~ is not proven: more runs may show a difference"],
  });
  if (message !== null) return <ErrorState title="This study is not there" message={message} />;
  if (study === null)
    return <Spinner className={screenStyles.loading ?? ""} label="Reading the study" />;
  return (
    <div className={screenStyles.screen}>
      {failed !== null && <ErrorState title="The study cannot be told" message={failed} />}
      {failed === null && results === null && (
        <Spinner className={screenStyles.loading ?? ""} label="Reading its runs" />
      )}
      {results !== null && (
        <Figure key={study.id} {...{ study, results, metric }} onMetric={setMetric} />
      )}
    </div>
  );
}

function factsOf({ points, repeats, runs }: StudyState): string[] {
  const of = (wanted: StudyRunStatus) => runs.filter(({ status }) => status === wanted).length;
  return [
    `${countOf(points.length, "point")}, ${countOf(repeats, "repeat")}`,
    `${formatNumber(of("completed"))} of ${countOf(runs.length, "run")}`,
    `${formatNumber(of("failed"))} failed`,
    ...(of("other") === 0 ? [] : [`${formatNumber(of("other"))} of another scenario`]),
  ];
}

interface FigureProps {
  readonly study: StudyState;
  readonly results: StudyResults;
  /** Null: the first. */
  readonly metric: string | null;
  onMetric(metric: string): void;
}

function Figure({ study, results, metric, onMetric }: FigureProps): ReactNode {
  const id = useId();
  const changeComparison = useNavigation((state) => state.changeComparison);
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const names = useMemo(() => study.points.map(pointName), [study.points]);
  const figure = useMemo(() => studyFigure(names, results.parameters), [names, results.parameters]);
  const shown = results.metrics.find((one) => one.id === metric) ?? results.metrics[0];
  // Where a metric was chosen just now, what is shown meanwhile is another one.
  const computed =
    shown === undefined || metric === null || shown.id === metric
      ? undefined
      : results.measured.find(({ id }) => id === metric);
  const compare = (): void =>
    changeComparison({
      sides: [...chosen].sort((a, b) => a - b).map((at) => pointSide(study.points, at)),
    });
  return (
    <>
      <section className={styles.bar} aria-label="What is shown">
        <label htmlFor={`${id}-metric`}>Metric</label>
        <Select
          select={{ id: `${id}-metric` }}
          className={styles.metric ?? ""}
          value={metric ?? shown?.id ?? ""}
          disabled={shown === undefined}
          onChange={(_, { value }) => onMetric(value)}
        >
          {results.measured.map((one) => (
            <option key={one.id} value={one.id}>
              {metricHeading(one.metric.name)}
              {one.id === study.primary ? " (named beforehand)" : ""}
            </option>
          ))}
        </Select>
        <LeastEffectField />
        <span className={styles.spring} />
        <Button
          icon={<ArrowSortRegular />}
          disabled={chosen.size < 2 || chosen.size > maxSides}
          title={`Choose two to ${maxSides} points in the table`}
          onClick={compare}
        >
          {chosen.size === 0 ? "Compare points" : `Compare ${countOf(chosen.size, "point")}`}
        </Button>
      </section>
      <StudyBar study={study} />
      {shown === undefined ? (
        <EmptyState
          icon={<DataScatterRegular fontSize={32} aria-hidden />}
          title="No run has ended yet"
        >
          The figure grows with the runs. Meanwhile you can go anywhere: Runs has this study under
          “Studies”.
        </EmptyState>
      ) : (
        <AnswerFrame
          computing={computed === undefined ? null : `Computing ${computed.metric.name}`}
        >
          {/* A region that scrolls needs focus to be scrolled by keys. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
          <section className={styles.figure} aria-label="Figure" tabIndex={0}>
            <Answer {...{ study, shown, names }} missing={missingOf(study, results)} />
            <StudyDrawing
              result={shown}
              figure={figure}
              title={`${study.name}: ${metricHeading(shown.metric.name)}`}
              told={toldOf(study, shown)}
              table={() => studyTable(names, results, shown)}
            />
            <PointTable {...{ study, names, shown, chosen, choose }} />
          </section>
        </AnswerFrame>
      )}
    </>
  );
}

/** Runs of each point that would be enough to prove what these are too few for. */
function missingOf({ status, repeats, primary = throughputId }: StudyState, results: StudyResults) {
  if (status === "running") return 0;
  const [named, others] = [true, false].map((isNamed) =>
    results.metrics
      .filter(({ id }) => (id === primary) === isNamed)
      .flatMap(({ points }) => points.flatMap(({ comparison }) => comparison ?? [])),
  );
  return missingRepeats(repeats, named ?? [], others ?? []);
}

/** What the parts of the drawing are. */
function lookOf({ points, line }: MetricResult): string {
  const intervals = intervalsText(points.map(({ center }) => center?.interval ?? null));
  const dotted =
    line === null || line.claim === "none" ? "" : " Dotted: the straight line through the medians.";
  return `Medians of the runs with ${intervals}, a dot a run.${dotted}`;
}

/** What is told of a drawing that leaves the page: how many runs, how it looks, and what is said of it. */
const toldOf = ({ points, repeats }: StudyState, shown: MetricResult): readonly string[] => [
  `${countOf(points.length, "point")}, ${countOf(repeats, "run")} of each. ${lookOf(shown)}`,
  ...(shown.line === null ? [] : [shown.line.sentence]),
];

interface AnswerProps {
  readonly study: StudyState;
  readonly shown: MetricResult;
  /** The names of the points. */
  readonly names: readonly string[];
  /** Runs of each point that would be enough to prove what these are too few for. */
  readonly missing: number;
}

/** First what the last point of all comes to; the table has a verdict for each. */
function Answer({ study, shown, names, missing }: AnswerProps): ReactNode {
  const { points, line } = shown;
  const { notes } = study;
  const last = points.findLastIndex(({ comparison }) => comparison !== null);
  const comparison = points[last]?.comparison ?? null;
  const first =
    comparison === null
      ? "No two points have a run of the same seed yet: nothing can be said of them."
      : answerSentence(comparison, `with ${names[last]} against ${names[0]}`);
  return (
    <div className={screenStyles.verdict}>
      <h1 className={screenStyles.said}>{withUnitsKept(first)}</h1>
      {comparison !== null && <Sureness {...{ comparison, study, missing }} />}
      {line !== null && <p className={screenStyles.further}>{withUnitsKept(line.sentence)}</p>}
      <p className={screenStyles.method}>
        {`${lookOf(shown)} Each point is compared with the first by pairs of the same seed. Warm-up is excluded from every number.`}
      </p>
      {notes.length > 0 && (
        <ul className={screenStyles.notes} aria-label="What limits the answer">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
