/**
 * The revision of the engine: two virtual runs of one scenario and seed have one telemetry hash where
 * their engines are of one revision. The commit that changes a hash raises it, in the JSON file, which
 * the engine is compiled with too. docs/decisions/0036-results-know-their-engine.md gives the reasons.
 */
import file from "./engine-revision.json" with { type: "json" };

export const { engineRevision } = file;
