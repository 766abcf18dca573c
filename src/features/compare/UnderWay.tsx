/** Runs of a comparison that are not over yet: what those that are measured, a dot a run, and no verdict. */
import { ArrowSortRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { metricHeading } from "../../../app/domain/statistics/metric.ts";
import { pointName } from "../../../app/domain/studies/point-name.ts";
import { studyFigure } from "../../../app/domain/studies/study-figure.ts";
import { StudyDrawing } from "../../components/compare/StudyDrawing.tsx";
import { EmptyState } from "../../components/ui/StateMessage.tsx";
import { useStudyResults } from "../../state/comparison/studies.ts";
import styles from "./CompareScreen.module.css";

const title = "The runs are under way, with the same seeds on both sides";
const meanwhile =
  "The result appears here when all runs have finished. Meanwhile you can go anywhere: Runs has this comparison under “Studies”.";

export function UnderWay({ study }: { readonly study: StudyState }): ReactNode {
  const { value: results } = useStudyResults(study, null);
  const names = useMemo(() => study.points.map(pointName), [study.points]);
  // Its points stand beside each other, whatever differs: two of them make no line.
  const figure = useMemo(() => studyFigure(names, []), [names]);
  const shown = results?.metrics[0];
  if (shown === undefined) {
    return (
      <EmptyState icon={<ArrowSortRegular fontSize={32} aria-hidden />} title={title}>
        {meanwhile}
      </EmptyState>
    );
  }
  return (
    <section className={styles.underWay} aria-label="So far">
      <h1 className={styles.said}>{title}</h1>
      <p
        className={styles.method}
      >{`${metricHeading(shown.metric.name)} so far, a dot a run; a verdict that is taken before the last run would be one of chance. ${meanwhile}`}</p>
      <StudyDrawing
        result={shown}
        figure={figure}
        title={`${study.name}: ${metricHeading(shown.metric.name)}`}
        told={["The runs are under way: a dot a run that has ended."]}
      />
    </section>
  );
}
