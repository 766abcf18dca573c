/**
 * Scrolling through lists that are higher than an element may be. Browsers stop at some 17 to 33
 * million px; ten million rows need 240 million. So the scroller is at most `mostPixels` high, and:
 *
 *   place in the list = scrollTop + offset
 *
 * Small moves, of a wheel or a key, keep the offset, and so scroll pixel by pixel as everywhere. Large
 * ones, of the thumb, say what part of the list is wanted. Small moves let the thumb drift from the
 * part that it stands for; when it is too far off, or would come to an end before the list does, the
 * thumb is put where it belongs. Nobody sees that: what is shown stays where it is.
 *
 * Near both ends the thumb stands for its place pixel by pixel, or the ends could not be reached.
 */

export interface ScrollPlace {
  readonly scrollTop: number;
  readonly offset: number;
}

export interface ScrollSizes {
  /** The height of all rows, px. */
  readonly listHeight: number;
  readonly viewHeight: number;
}

/** Well below what the browsers allow, and enough that 200,000 rows scroll without any of this. */
export const mostPixels = 6_000_000;

/** At both ends, px: there the offset is none, or all there is. */
const endZone = mostPixels / 32;

/** How far the thumb may be off, px of the scroller. Less than the zone at the ends. */
const mostDrift = endZone / 2;

/** What a wheel or a key moves at once, px; a pixel of any thumb stands for more. */
const smallMove = 2400;

export const scrollerHeight = (listHeight: number): number => Math.min(listHeight, mostPixels);

export const placeOf = ({ scrollTop, offset }: ScrollPlace): number => scrollTop + offset;

const isScaled = ({ listHeight }: ScrollSizes): boolean => listHeight > mostPixels;

/** The largest place in the list, and the largest scrollTop. */
const endsOf = ({ listHeight, viewHeight }: ScrollSizes) => ({
  place: Math.max(listHeight - viewHeight, 0),
  scrollTop: mostPixels - viewHeight,
});

/** Pixels of the list for one of the scroller, between the zones at the ends. */
const scaleOf = (ends: { place: number; scrollTop: number }): number =>
  (ends.place - 2 * endZone) / (ends.scrollTop - 2 * endZone);

function placeAt(scrollTop: number, sizes: ScrollSizes): number {
  const ends = endsOf(sizes);
  if (scrollTop <= endZone) return scrollTop;
  if (scrollTop >= ends.scrollTop - endZone) return ends.place - (ends.scrollTop - scrollTop);
  return endZone + (scrollTop - endZone) * scaleOf(ends);
}

/** The thumb where it belongs for a place in the list. */
export function scrollTo(place: number, sizes: ScrollSizes): ScrollPlace {
  const ends = endsOf(sizes);
  // Elements scroll by whole pixels at best: what is rounded away goes into the offset.
  const clamped = Math.round(Math.min(Math.max(place, 0), ends.place));
  if (!isScaled(sizes) || clamped <= endZone) return { scrollTop: clamped, offset: 0 };
  const beforeEnd = Math.round(ends.place) - clamped;
  const scrollTop =
    beforeEnd <= endZone
      ? Math.round(ends.scrollTop) - beforeEnd
      : Math.round(endZone + (clamped - endZone) / scaleOf(ends));
  return { scrollTop, offset: clamped - scrollTop };
}

/** After the scroller has moved to `scrollTop`. Where the result has another one, it is to be set. */
export function afterScroll(
  before: ScrollPlace,
  scrollTop: number,
  sizes: ScrollSizes,
): ScrollPlace {
  if (!isScaled(sizes)) return { scrollTop, offset: 0 };
  const moved = Math.abs(scrollTop - before.scrollTop);
  if (moved > Math.max(smallMove, sizes.viewHeight)) {
    return { scrollTop, offset: placeAt(scrollTop, sizes) - scrollTop };
  }
  const place = scrollTop + before.offset;
  const belongs = scrollTo(place, sizes);
  const ends = endsOf(sizes);
  const atEnd = scrollTop <= 0 || scrollTop >= ends.scrollTop - 1;
  const beyond = place < 0 || place > ends.place;
  const drifted = Math.abs(scrollTop - belongs.scrollTop) > mostDrift;
  return atEnd || beyond || drifted ? belongs : { scrollTop, offset: before.offset };
}
