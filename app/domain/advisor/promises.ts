/** What changes promise: each is one metric of comparisons, which is named before anything runs. */
import type { Recommendation } from "../../contract/recommendation.ts";

type Promised = Recommendation["promise"];

/** Those who wait longest feel a queue, and a push, first. */
export const responsesFall: Promised = { metric: "p99", name: "p99", direction: "falls" };

export const indexBuildFalls: Promised = {
  metric: "indexBuild",
  name: "first index build",
  direction: "falls",
};
