/** A protection plan as a terminal shows it: the worst of each failure, its space, advice, and one moment. */
import { formatBytes } from "../../domain/format/bytes.ts";
import type { PlanAnswer } from "../../domain/protection-plan/plan-answer.ts";
import type { PlanOutcome } from "../../domain/protection-plan/plan-outcome.ts";
import type { AskedMoment } from "../../domain/protection-plan/plan-result.ts";
import {
  curveSentence,
  outcomeSentences,
  partsText,
  planBasis,
  wayText,
} from "../../domain/protection-plan/plan-text.ts";
import { durationText, failureAt } from "../../domain/protection-plan/plan-words.ts";
import { setupPhrase, withSetup } from "../../domain/setup-phrase.ts";
import { left, renderTable, right, wrap } from "./table.ts";

const width = 98;

export function renderPlan(
  answer: PlanAnswer,
  at: AskedMoment | null,
  outcome: PlanOutcome | null,
): string {
  const { plan, curves, advice } = answer;
  const paragraphs = [
    withSetup(setupPhrase(plan.scenario), `Plan ${plan.name}.`),
    ...curves.map(curveSentence),
    spaceSentence(answer),
    ...advice.map(({ kind, text }) => `${kind === "warning" ? "Warning: " : ""}${text}`),
  ];
  return [
    ...paragraphs.map((text) => wrap(text, width)),
    ...(at === null ? [] : [momentText(at)]),
    ...(outcome === null ? [] : outcomeSentences(outcome).map((text) => wrap(text, width))),
    wrap(planBasis, width),
  ].join("\n\n");
}

function spaceSentence({ space }: PlanAnswer): string {
  const { mostBackupBytes, mostSparseBytes, reserves } = space;
  const parts = [
    `Backups take up to ${formatBytes(mostBackupBytes)}`,
    ...(mostSparseBytes === 0 ? [] : [`sparse files up to ${formatBytes(mostSparseBytes)}`]),
    ...reserves.map(
      ({ volume, withOneMoreBytes }) =>
        `array snapshots of ${volume} up to ${formatBytes(withOneMoreBytes)} with one more for a restore`,
    ),
  ];
  return `${parts.join("; ")}.`;
}

function momentText({ atSeconds, failure, ways }: AskedMoment): string {
  const title = failureAt(failure, atSeconds);
  const [best] = ways;
  if (best === undefined) return `${title}: there is no way back.`;
  const table = renderTable(
    [left(title), right("loses"), right("takes")],
    ways.map((way) => [wayText(way), durationText(way.lossSeconds), durationText(way.timeSeconds)]),
  );
  return `${table}\n\n${wrap(`The first takes: ${partsText(best)}.`, width)}`;
}
