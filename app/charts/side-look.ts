/** How the sides of a comparison and the series of a study are told apart in charts: by dash and colour, and by name. */
import { cssVar, type ThemedToken } from "../theme/tokens.ts";

interface Look {
  readonly colour: ThemedToken;
  /** In user units; absent: a solid line. */
  readonly dash?: string;
}

/** The base is dashed and grey, the first side against it solid; the others differ in both. No colour is that of a counter. */
const looks: readonly [Look, ...Look[]] = [
  { colour: "text-3", dash: "4 3" },
  { colour: "category-1" },
  { colour: "category-2", dash: "8 3" },
  { colour: "category-3", dash: "8 2 2 2" },
  { colour: "category-4", dash: "2 2" },
  { colour: "category-5", dash: "10 3 2 3" },
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
