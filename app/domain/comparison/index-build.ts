/** The first build of an index of a recording that came to its end. */
import type { Phase } from "../../contract/phase.ts";

export type IndexBuild = Phase & { readonly endMs: number };

export function firstIndexBuild(phases: readonly Phase[]): IndexBuild | null {
  for (const phase of phases) {
    const isBuild = phase.name === "indexRebuild" || phase.name === "indexCreation";
    if (isBuild && phase.endMs !== null) return { ...phase, endMs: phase.endMs };
  }
  return null;
}

export function indexBuildMs(phases: readonly Phase[]): number | null {
  const build = firstIndexBuild(phases);
  return build === null ? null : build.endMs - build.startMs;
}
