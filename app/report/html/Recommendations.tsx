/** What the run speaks for changing: each with the run's own figures, and how to find out whether it helps. */
import type { ReactNode } from "react";
import { Figure } from "../../charts/DataTable.tsx";
import type { ReportRecommendation } from "../../contract/report.ts";
import { promiseText } from "../../domain/advisor/advice-text.ts";
import { valueText } from "../../domain/statistics/metric.ts";
import { Facts, Note } from "./columns.tsx";

interface RecommendationsProps {
  readonly recommendations: readonly ReportRecommendation[];
}

export const Recommendations = ({ recommendations }: RecommendationsProps): ReactNode => (
  <>
    {recommendations.map((recommendation) => (
      <RecommendationBlock key={recommendation.rule} {...recommendation} />
    ))}
    <Note>
      What is said of snapshots is from “Database Snapshot Performance Considerations under
      I/O-Intensive Workloads” (SQL Server CAT, 2007), as far as this run gives evidence for it. A
      comparison of both settings tells whether a change helps here.
    </Note>
  </>
);

function RecommendationBlock(recommendation: ReportRecommendation): ReactNode {
  const { title, reason, evidence, change, promise, both, settings, command } = recommendation;
  return (
    <article className="finding">
      <h3>{title}</h3>
      <p>{reason}</p>
      <Facts
        facts={evidence.map(({ label, value, unit }) => [
          label,
          <Figure key={label} value={value} text={valueText(unit, value)} />,
        ])}
      />
      <p>{`What would change: ${change}`}</p>
      <p>{promiseText(promise)}</p>
      <Note>
        {command === null
          ? "To find out, compare the scenario with these settings:"
          : "To find out:"}
      </Note>
      <pre className="command">
        {command ?? [...both, ...settings].map((setting) => `${setting}\n`)}
      </pre>
    </article>
  );
}
