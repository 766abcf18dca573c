/**
 * What the logs of several servers tell together. Each is analysed by itself, as if it were alone: a start
 * of one says nothing of how another ended, and failures of two are two findings.
 */
import type { Finding } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import { byFindingWeight, byPhaseStart, type LogAnalysisResult } from "./log-analysis.ts";

export interface ServerResult {
  /** Null: its logs tell no name. */
  readonly server: string | null;
  readonly result: LogAnalysisResult;
}

/** One server alone has its result as it is, whatever its name. */
export function togetherOf(servers: readonly ServerResult[]): LogAnalysisResult {
  const [first] = servers;
  if (first !== undefined && servers.length === 1) return first.result;
  const all = servers.map(({ result }) => result);
  const sum = (figure: (result: LogAnalysisResult) => number): number =>
    all.reduce((total, result) => total + figure(result), 0);
  return {
    phases: servers.flatMap(phasesOf).sort(byPhaseStart),
    phasesLeftOut: sum(({ phasesLeftOut }) => phasesLeftOut),
    snapshots: all.flatMap(({ snapshots }) => snapshots),
    marks: all.flatMap(({ marks }) => marks).sort((a, b) => a.atMs - b.atMs || a.record - b.record),
    marksLeftOut: sum(({ marksLeftOut }) => marksLeftOut),
    findings: renumbered(servers.flatMap(findingsOf)).sort(byFindingWeight),
  };
}

const nameOf = ({ server }: ServerResult): string => server ?? "A server without a name";

const phasesOf = (server: ServerResult): Phase[] =>
  server.result.phases.map((phase) => ({
    ...phase,
    figures: { ...phase.figures, server: nameOf(server) },
  }));

const findingsOf = (server: ServerResult): Finding[] =>
  server.result.findings.map((finding) => ({
    ...finding,
    title: `${nameOf(server)}: ${finding.title}`,
  }));

/** An id is the rule and an ordinal, and each server counts from one. */
function renumbered(findings: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const rule = finding.id.replace(/\/\d+$/, "");
    const ordinal = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, ordinal);
    return { ...finding, id: `${rule}/${ordinal}` };
  });
}
