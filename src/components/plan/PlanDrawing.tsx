/** The curves of a protection plan over its day: what is lost, and how long a way back takes. */
import { type ReactNode, useMemo } from "react";
import { planChart } from "../../../app/charts/PlanChart.tsx";
import type { PlanAnswer } from "../../../app/domain/protection-plan/plan-answer.ts";
import { ChartFrame } from "../charts/ChartFrame.tsx";

interface PlanDrawingProps {
  readonly answer: PlanAnswer;
  /** The moment that is looked at. */
  readonly atSeconds: number;
}

export function PlanDrawing({ answer, atSeconds }: PlanDrawingProps): ReactNode {
  const charts = useMemo(() => chartsOf(answer, atSeconds), [answer, atSeconds]);
  return charts.map(({ title, chart }) => (
    <ChartFrame key={title} title={title} chart={chart} widest={900} />
  ));
}

function chartsOf({ plan, curves }: PlanAnswer, atSeconds: number) {
  const { targets, daySeconds } = plan;
  const curvesOf = [
    {
      title: "Work that is lost",
      targetSeconds: targets.rpoSeconds,
      secondsOf: ({ lossSeconds }: { readonly lossSeconds: number }) => lossSeconds,
    },
    {
      title: "Time of the way back",
      targetSeconds: targets.rtoSeconds,
      secondsOf: ({ timeSeconds }: { readonly timeSeconds: number }) => timeSeconds,
    },
  ];
  return curvesOf.map((one) => ({
    title: one.title,
    chart: planChart({ ...one, curves, daySeconds, atSeconds }),
  }));
}
