/**
 * What stands above the lanes: names of creations and acts, flags of the as-of lines, and the strip
 * of phases. Labels move into further rows before they would overlap.
 */
import type { ReportPhase } from "../../contract/report.ts";
import { html, type Markup } from "../html/markup.ts";
import { asOfFlags } from "./as-of-flags.ts";
import type { LanesSource } from "./lanes-source.ts";
import { placeLabels, rowsOf, type TimePlane } from "./plane.ts";

const labelRow = 16;
const strip = 4;

/** More acts than this are told by their table alone. */
const actsNamed = 8;

export interface ChartHeader {
  readonly markup: Markup;
  /** Drawn last: nothing may cross a flag. */
  readonly flags: Markup;
  readonly height: number;
  /** Lower edge of the flag of the as-of line at `x`. */
  flagBottom(x: number): number;
}

export function chartHeader(
  source: LanesSource,
  plane: TimePlane,
  asOf: readonly number[],
): ChartHeader {
  const names = placeLabels(namesIn(source, plane), "start");
  const flagsTop = rowsOf(names) * labelRow;
  const flags = asOfFlags(plane, asOf, flagsTop);
  const stripTop = flagsTop + flags.height + 2;
  const phases = source.phases.filter(
    ({ snapshot, instant, startMs, endMs }) =>
      snapshot !== null && !instant && plane.shows(startMs, endMs),
  );
  return {
    height: stripTop + strip + 4,
    flagBottom: flags.bottomAt,
    markup: html`${names.map(
      ({ text, left, row }) =>
        html`<text class="name" x="${left}" y="${row * labelRow + 12}">${text}</text>`,
    )}
${phases.map((phase) => stripBar(phase, plane, stripTop))}`,
    flags: flags.markup,
  };
}

/** A creation is named by its snapshot; the act that asked for it would say the same again. */
function namesIn({ creations, acts }: LanesSource, plane: TimePlane) {
  const created = creations
    .filter(({ startMs, endMs }) => plane.shows(startMs, endMs))
    .map(({ snapshot, startMs }) => ({ text: snapshot, x: plane.x(startMs) }));
  const asked = acts
    .filter(({ atMs, label, outcome }) => {
      const created = outcome === "applied" && label.startsWith("create snapshot");
      return !created && plane.shows(atMs, atMs);
    })
    .slice(0, actsNamed)
    .map(({ atMs, label, outcome }) => ({
      text: outcome === "refused" ? `◇ ${label} (refused)` : `◆ ${label}`,
      x: plane.x(atMs),
    }));
  return [...created, ...asked];
}

/** At least a hair wide: a phase of milliseconds must be seen in a run of minutes. */
function stripBar(phase: ReportPhase, plane: TimePlane, top: number): Markup {
  const left = plane.x(phase.startMs);
  const width = Math.max(1, plane.x(phase.endMs ?? plane.toMs) - left);
  return html`<rect class="phase ${phase.name}" x="${left}" y="${top}" width="${width}" height="${strip}"/>`;
}
