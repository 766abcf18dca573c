/** The sections of a report as they stand in it, and where in it one is. */
import type { ReportEdits } from "../../../app/contract/report-edits.ts";
import type { ReportSection } from "../../../app/contract/rpc/services.ts";
import { editOf, inOrder } from "../../../app/domain/report/report-edits.ts";

export const isMovable = ({ kind }: Pick<ReportSection, "kind">): boolean =>
  kind === "section" || kind === "chart";

/** The title first, then what can be moved, then the end; with those that are left out. */
export function inShownOrder(
  sections: readonly ReportSection[],
  edits: ReportEdits,
): readonly ReportSection[] {
  const movable = sections.filter(isMovable);
  const ids = inOrder(
    movable.map(({ id }) => id),
    edits.order,
  );
  return [
    ...sections.filter(({ kind }) => kind === "head"),
    ...ids.flatMap((id) => movable.find((section) => section.id === id) ?? []),
    ...sections.filter(({ kind }) => kind === "end"),
  ];
}

/** Where the page of a report has a section: of one that is left out, the one before it. */
export function placeOfSection(
  sections: readonly ReportSection[],
  edits: ReportEdits,
  id: string,
): string {
  const listed = inShownOrder(sections, edits);
  const at = listed.findIndex((section) => section.id === id);
  const shown = listed
    .slice(0, at + 1)
    .findLast((section) => section.kind !== "head" && editOf(edits, section.id).leftOut !== true);
  // The top of every page has this name.
  return shown?.id ?? "top";
}
