/** How the sides of a comparison are told apart in charts: by dash and colour, and by their names. */
import { cssVar, type ThemedToken } from "../theme/tokens.ts";

interface Look {
  readonly colour: ThemedToken;
  /** In user units; absent: a solid line. */
  readonly dash?: string;
}

/** The base is dashed and grey, the first side against it solid; the others differ in both. */
const looks: readonly [Look, ...Look[]] = [
  { colour: "text-3", dash: "4 3" },
  { colour: "data-response" },
  { colour: "data-snapshot-writes", dash: "8 3" },
  { colour: "data-log-reads", dash: "8 2 2 2" },
  { colour: "data-data-writes", dash: "2 2" },
  { colour: "data-checkpoint", dash: "10 3 2 3" },
];

const lookOf = (side: number): Look => looks[side % looks.length] ?? looks[0];

export const sideColour = (side: number): string => cssVar(lookOf(side).colour);

/** Attributes of a line of that side. */
export const sideStroke = (side: number) => ({
  fill: "none",
  stroke: sideColour(side),
  strokeWidth: 1.5,
  strokeDasharray: lookOf(side).dash,
});
