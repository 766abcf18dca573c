/** Recommendations as a terminal shows them: the run's own figures, and the command that tests each. */
import type { Advice } from "../../contract/advice.ts";
import type { Recommendation } from "../../contract/recommendation.ts";
import { comparisonWords, evidenceText, promiseText } from "../../domain/advisor/advice-text.ts";
import { shellCommand } from "../../domain/scenario-form/command-line.ts";
import { commandLineWords, shellsOf } from "../../services/project-paths.ts";
import { indent, wrap } from "./table.ts";

const width = 96;

export interface ToldAdvice extends Advice {
  /** What `compare` takes for the scenario of the run, one array for each line. */
  readonly base: readonly (readonly string[])[];
}

/** One block for each; nothing where there are none. */
export const renderAdvice = ({ recommendations, base }: ToldAdvice): string =>
  recommendations.map((recommendation) => blockOf(recommendation, base)).join("\n\n");

/** The command by which this installation is called, to be pasted into the shell that is usual here. */
function commandOf(recommendation: Recommendation, base: ToldAdvice["base"]): string {
  const program = commandLineWords(process.platform) ?? ["snapscope"];
  const [shell] = shellsOf(process.platform);
  return shellCommand(comparisonWords(program, base, recommendation), shell);
}

function blockOf(recommendation: Recommendation, base: ToldAdvice["base"]): string {
  const { title, reason, evidence, change, promise } = recommendation;
  const told = [
    reason,
    ...evidence.map((one) => `- ${evidenceText(one)}`),
    `What would change: ${change} ${promiseText(promise)} To find out:`,
  ];
  return [
    wrap(title, width),
    indent(told.map((text) => wrap(text, width - 2)).join("\n")),
    indent(indent(commandOf(recommendation, base))),
  ].join("\n");
}
