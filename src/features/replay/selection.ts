/** What is selected, in the terms in which list, chart and rail each show it. */
import { bandOfRecord } from "../../../app/domain/timeline/record-bands.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band, Timeline, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import type { Selection } from "../../state/player/player.ts";

export interface Selected {
  readonly record: TimelineRecord | null;
  readonly band: Band | null;
  /** Null where nothing is selected, or only a moment. */
  readonly span: Span | null;
}

export const nothingSelected: Selected = { record: null, band: null, span: null };

/** Asked for with every frame by several parts of the screen, mostly with the same answer. */
const answers = new WeakMap<Timeline, { readonly of: Selection; readonly selected: Selected }>();

/** A record stands for its phase: that is what one asks about when one points at a line. */
export function selectedOf(timeline: Timeline, selection: Selection | null): Selected {
  if (selection === null) return nothingSelected;
  const known = answers.get(timeline);
  if (known?.of === selection) return known.selected;
  const selected = find(timeline, selection);
  answers.set(timeline, { of: selection, selected });
  return selected;
}

function find(timeline: Timeline, selection: Selection): Selected {
  switch (selection.kind) {
    case "span":
      return { ...nothingSelected, span: selection.span };
    case "band": {
      const band = timeline.bands.find(({ id }) => id === selection.id) ?? null;
      return { record: null, band, span: spanOf(timeline, band) };
    }
    case "record": {
      const record = selection.record ?? null;
      const band = record === null ? null : bandOfRecord(timeline, record);
      return { record, band, span: spanOf(timeline, band) };
    }
  }
}

/** A phase that has no end goes as far as the timeline is known. */
const spanOf = ({ endMs }: Timeline, band: Band | null): Span | null =>
  band === null ? null : { startMs: band.startMs, endMs: band.endMs ?? endMs };
