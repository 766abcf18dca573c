/** Recommendations for a run of this process. */
import type { Recommendation } from "../contract/recommendation.ts";
import type { Summary } from "../contract/summary.ts";
import { recommendationsFor } from "../services/advisor.ts";
import { Devices } from "../services/devices.ts";
import { forkEngine } from "../services/engine-launcher.ts";

export const adviceOn = (summary: Summary): Promise<readonly Recommendation[]> =>
  recommendationsFor(summary, new Devices({ launchEngine: forkEngine, environment: process.env }));
