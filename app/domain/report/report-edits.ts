/** Edits of a report: what they come to, and how each is made. None of them changes the edits it is given. */
import type { AddedChart, EditedSection, ReportEdits } from "../../contract/report-edits.ts";
import type { RecordingRef } from "../../contract/rpc/recordings.ts";

export const noEdits: ReportEdits = { sections: [], charts: [], order: [] };

/** What stands above all sections: the title of the report, and its conclusion. It is never left out. */
export const headId = "head";

/** Under which the edits of a recording are kept among the settings. */
export const reportEditsKey = ({ kind, id }: RecordingRef): string =>
  `${reportEditsPrefix}${kind}:${id}`;
export const reportEditsPrefix = "report.edits.";

export const isEdited = ({ sections, charts, order }: ReportEdits): boolean =>
  sections.length + charts.length + order.length > 0;

export const editOf = ({ sections }: ReportEdits, id: string): EditedSection =>
  sections.find((section) => section.id === id) ?? { id };

/** `leftOut: false` and texts of blanks alone are as if nobody had edited that. */
export function withSection(edits: ReportEdits, edited: EditedSection): ReportEdits {
  const { id, leftOut = false, title = "", note = "" } = edited;
  const kept: EditedSection = {
    id,
    ...(leftOut ? { leftOut } : {}),
    ...(title.trim() === "" ? {} : { title }),
    ...(note.trim() === "" ? {} : { note }),
  };
  const others = edits.sections.filter((section) => section.id !== id);
  return { ...edits, sections: Object.keys(kept).length > 1 ? [...others, kept] : others };
}

/** Before all sections, where what somebody chose to show is read first. */
export const withChart = (edits: ReportEdits, chart: AddedChart): ReportEdits => ({
  ...edits,
  charts: [...edits.charts, chart],
});

export const withoutChart = (edits: ReportEdits, id: string): ReportEdits => ({
  sections: edits.sections.filter((section) => section.id !== id),
  charts: edits.charts.filter((chart) => chart.id !== id),
  order: edits.order.filter((one) => one !== id),
});

/** Ids in the order that was chosen; one that is new stands after the one that it usually follows. */
export function inOrder(usual: readonly string[], order: readonly string[]): string[] {
  const placed = order.filter((id) => usual.includes(id));
  usual.forEach((id, index) => {
    if (placed.includes(id)) return;
    const before = usual[index - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, id);
  });
  return placed;
}

/** `shown`: all ids as they stand now. One place up or down; at an end nothing changes. */
export function moved(
  edits: ReportEdits,
  shown: readonly string[],
  id: string,
  by: -1 | 1,
): ReportEdits {
  const from = shown.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return edits;
  return { ...edits, order: shown.toSpliced(from, 1).toSpliced(to, 0, id) };
}

/** "lanes-3": free among the charts that there are. */
export function freeChartId({ charts }: ReportEdits, kind: AddedChart["kind"]): string {
  const numbers = charts.map(({ id }) => Number(/-(\d+)$/.exec(id)?.[1] ?? 0));
  return `${kind}-${Math.max(0, ...numbers) + 1}`;
}
