/** What is selected, in the terms in which list, chart and rail each show it. */
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band, Timeline, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import type { Selection } from "../../state/player.ts";

export interface Selected {
  readonly record: TimelineRecord | null;
  readonly band: Band | null;
  /** Null where nothing is selected, or only a moment. */
  readonly span: Span | null;
}

export const nothingSelected: Selected = { record: null, band: null, span: null };

/** A record stands for its phase: that is what one asks about when one points at a line. */
export function selectedOf(timeline: Timeline, selection: Selection | null): Selected {
  if (selection === null) return nothingSelected;
  switch (selection.kind) {
    case "span":
      return { ...nothingSelected, span: selection.span };
    case "band": {
      const band = bandById(timeline, selection.id);
      return { record: null, band, span: spanOf(timeline, band) };
    }
    case "record": {
      const record = timeline.records[selection.index] ?? null;
      const band = record === null ? null : bandById(timeline, record.bandId);
      return { record, band, span: spanOf(timeline, band) };
    }
  }
}

const bandById = ({ bands }: Timeline, id: string | null): Band | null =>
  bands.find((band) => band.id === id) ?? null;

/** A phase that has no end goes as far as the timeline is known. */
const spanOf = ({ endMs }: Timeline, band: Band | null): Span | null =>
  band === null ? null : { startMs: band.startMs, endMs: band.endMs ?? endMs };
