/**
 * The sheet of the HTML report: one element, no attributes, so that a strict policy can allow it. The
 * tokens are the program's. On paper it is always light; on screen it follows the system, and its contrast.
 */
import { fontFaces } from "../../theme/font-faces.ts";
import { cssDeclarations } from "../../theme/tokens.ts";

const page = `
*, *::before, *::after { box-sizing: border-box; }
html { color-scheme: light dark; }
body { margin: 0; background: var(--app); color: var(--text-1); font: 400 var(--size-sm)/var(--line-sm) var(--font-ui);
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
main { max-width: 940px; margin: var(--space-5) auto; padding: 40px 40px 48px; background: var(--surface); border: 1px solid var(--divider); }
.running { display: flex; justify-content: space-between; gap: var(--space-4); padding-bottom: var(--space-3);
  border-bottom: 1px solid var(--border); color: var(--text-3); }
h1 { margin: var(--space-5) 0 var(--space-1); font-size: var(--size-xl); line-height: var(--line-xl); font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 32px 0 var(--space-1); font-size: var(--size-md); line-height: var(--line-md); font-weight: 600; }
h3 { margin: var(--space-4) 0 var(--space-1); font-size: var(--size-sm); line-height: var(--line-sm); font-weight: 600; }
p { margin: var(--space-1) 0 var(--space-2); color: var(--text-2); max-width: 76ch; }
.subtitle { font-size: var(--size-md); line-height: var(--line-md); color: var(--text-2); max-width: none; margin: 0; }
.note, .empty { color: var(--text-3); }
.remark { margin: var(--space-2) 0; padding-left: var(--space-3); border-left: 2px solid var(--border); }
.remark p { color: var(--text-1); overflow-wrap: anywhere; }
code { font-family: var(--font-mono); font-size: var(--size-xs); overflow-wrap: anywhere; }
abbr { text-decoration: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.conclusion { margin: var(--space-5) 0; padding: 2px 0 2px 20px; border-left: 3px solid var(--accent); }
.conclusion.warning { border-left-color: var(--warn); }
.conclusion.error { border-left-color: var(--error); }
.conclusion h2 { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.conclusion .said { margin: 0 0 var(--space-1); font-size: var(--size-lg); line-height: var(--line-lg); font-weight: 600; color: var(--text-1); }
.conclusion .note { margin: 0; max-width: none; }
dl.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(94px, 1fr)); gap: var(--space-3);
  margin: 0; padding: var(--space-3) 0; border-top: 1px solid var(--divider); border-bottom: 1px solid var(--divider); }
dl.figures > div { display: grid; grid-row: span 2; grid-template-rows: subgrid; row-gap: 0; }
dl.figures dt { align-self: end; color: var(--text-3); font-size: var(--size-xs); line-height: var(--line-xs); }
dl.figures dd { margin: 2px 0 0; font-size: var(--size-lg); line-height: var(--line-lg); font-weight: 600; }
dl.figures .unit { display: inline; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: var(--space-2) var(--space-5); margin: var(--space-2) 0; }
.facts dt { color: var(--text-3); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.settings { margin: var(--space-2) 0; columns: 2 300px; column-gap: var(--space-5); }
.settings div { display: flex; justify-content: space-between; gap: var(--space-3); padding: 2px 0; border-bottom: 1px solid var(--divider); break-inside: avoid; }
.settings dt { color: var(--text-2); }
.settings dd { flex: none; max-width: 60%; margin: 0; text-align: right; }
.settings dt { min-width: 0; }
.settings dd code { overflow-wrap: normal; }
.appendix { margin-top: 32px; padding-top: var(--space-1); border-top: 1px solid var(--border); }
.unit { color: var(--text-3); font-weight: 400; font-size: var(--size-xs); }
.missing { color: var(--text-3); }
.interval { display: block; color: var(--text-3); font-size: var(--size-xs); }
.worse, .better { white-space: nowrap; color: var(--text-2); }
.worse { color: var(--error); }
footer { margin-top: 32px; padding-top: var(--space-3); border-top: 1px solid var(--border); }
`;

const tables = `
.wide { overflow-x: auto; margin: var(--space-2) 0; }
table { width: 100%; border-collapse: collapse; }
caption { padding: 0 0 var(--space-1); text-align: left; color: var(--text-3); }
th, td { padding: 3px 0 3px var(--space-2); border-bottom: 1px solid var(--divider); vertical-align: baseline; text-align: left; font-weight: 400; }
th:first-child, td:first-child { padding-left: 0; }
thead th { vertical-align: bottom; color: var(--text-2); border-bottom-color: var(--border); }
thead .unit { display: block; }
th.figures, td.figures { text-align: right; }
td.figures { font-variant-numeric: tabular-nums; }
td.figures, .whole { white-space: nowrap; }
td.figures .wraps { white-space: normal; }
.figures + .words { padding-left: var(--space-4); }
.share { display: inline-flex; align-items: center; gap: var(--space-2); white-space: nowrap; }
.bar-rest { fill: var(--grid); }
.bar-others { fill: var(--text-3); }
.bar-snapshots { fill: var(--data-snapshot-writes); }
details { margin: var(--space-2) 0; }
summary { cursor: pointer; color: var(--accent); width: fit-content; }
.log { overflow-x: auto; margin: var(--space-2) 0; }
.log ol { margin: 0; padding: 0; list-style: none; }
.log li { padding: 1px 0; }
.log code { white-space: pre-wrap; overflow-wrap: break-word; }
`;

const findings = `
.finding { margin: var(--space-3) 0; padding-left: var(--space-3); border-left: 3px solid var(--border); }
.finding.critical { border-left-color: var(--error); }
.finding.warning { border-left-color: var(--warn); }
.finding h3 { margin-top: 0; }
.weight { color: var(--text-3); font-weight: 400; }
.finding.critical .weight { color: var(--error); }
.finding.warning .weight { color: var(--warn); }
.finding p { margin: 0 0 var(--space-1); }
.command { margin: 0; font-family: var(--font-mono); white-space: pre-wrap; overflow-wrap: anywhere; font-size: var(--size-xs); }
.evidence { margin: 0; padding-left: var(--space-5); }
.evidence li { padding: 1px 0; overflow-wrap: anywhere; }
.place { color: var(--text-3); }
.message { white-space: pre-wrap; }
`;

/** Lines and areas carry their colours themselves, as on the page; here are their texts. */
const charts = `
figure { margin: var(--space-3) 0; }
figcaption { color: var(--text-3); margin-top: var(--space-1); }
.chart { overflow-x: auto; }
.chart > svg { display: block; width: 100%; min-width: 560px; height: auto; font-family: var(--font-ui); font-size: var(--size-xs); }
.chart.narrow > svg { width: 440px; max-width: 100%; min-width: 0; }
.patterns { position: absolute; width: 0; height: 0; }
svg text { fill: var(--text-2); }
svg .tick { fill: var(--text-3); }
svg .lane-title { font-weight: 600; fill: var(--text-1); paint-order: stroke; stroke: var(--surface); stroke-width: 3px; }
svg .name, svg .value { fill: var(--text-1); }
svg tspan.unit { fill: var(--text-3); font-weight: 400; }
svg .flag-text { fill: var(--as-of-text); font-weight: 600; }
`;

/** A string for CSS `content`: every sign that could end it, or the sheet, as an escape. */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/[^A-Za-z0-9 .,:()+-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ""} `)}"`;

const narrow = `
@media screen and (max-width: 700px) { main { margin: 0; padding: var(--space-4); border: 0; } .running { flex-direction: column; gap: 0; } }
`;

/** Margin boxes carry the running head; a printer that does not know them prints without. */
const paper = (head: string) => `
@page { size: A4; margin: 20mm 16mm 17mm;
  @top-left { content: "Snapscope report"; font: 11px "Inter Variable", sans-serif; color: #5D656E; }
  @top-right { content: ${cssString(head)}; font: 11px "Inter Variable", sans-serif; color: #5D656E; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 11px "Inter Variable", sans-serif; color: #5D656E; } }
@media print {
  body { background: none; }
  main { max-width: none; margin: 0; padding: 0; border: 0; background: none; }
  .running, details { display: none; }
  h1 { margin-top: 0; }
  h2 { margin-top: 20px; }
  h2, h3, caption, thead { break-after: avoid; }
  p, tr, svg, .conclusion, .log li { break-inside: avoid; }
  figure, .finding, .facts div { break-inside: avoid; }
  /* Some rows of a short table alone on the next page would look like another one. */
  table:not(:has(tbody > tr:nth-child(9))) { break-inside: avoid; }
  .wide, .chart, .log { overflow: visible; }
  .chart svg { min-width: 0; }
  table { font-size: var(--size-xs); }
  .settings { line-height: 13px; }
  .settings code { font-size: 9px; }
  /* The last settings stay together: one alone would have a page of its own. */
  .settings div:nth-last-child(-n + 7) { break-before: avoid; }
}
`;

/** Forced colours have a ground of their own, dark or light, as in the program. */
const highContrast =
  "@media screen and (prefers-contrast: more) and (forced-colors: none), screen and (forced-colors: active) and (prefers-color-scheme: dark)";

export const reportStyle = (head: string): string =>
  [
    // In the file itself: it looks the same on a machine that does not have them.
    fontFaces(["Inter Variable", "JetBrains Mono"]),
    `:root { ${cssDeclarations("light")} }`,
    `@media screen and (prefers-color-scheme: dark) { :root { ${cssDeclarations("dark")} } }`,
    `${highContrast} { :root { color-scheme: dark; ${cssDeclarations("high-contrast")} } }`,
    page,
    tables,
    charts,
    findings,
    narrow,
    paper(head),
  ].join("\n");
