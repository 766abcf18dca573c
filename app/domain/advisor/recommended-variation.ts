/** A recommendation as what "Compare with..." asks: the run as it was against the run with the change. */
import type { Recommendation } from "../../contract/recommendation.ts";
import type { Variation } from "../comparison/variations.ts";

export const recommendedVariation = ({
  rule,
  title,
  both,
  settings,
}: Recommendation): Variation => ({
  id: `recommended/${rule}`,
  title: `Recommended: ${title.replace(/\.$/, "")}`,
  base: { name: "As it ran", settings: both },
  variant: { name: "As recommended", settings: [...both, ...settings] },
});
