/** Texts of bookmarks at the foot of the lanes, each beside its line; where there is no room for one its list has it. */
import type { Bookmark } from "../../../app/contract/bookmarks.ts";
import { titleOfBookmark } from "../../../app/domain/bookmarks.ts";
import { cutText } from "../../../app/domain/format/cut-text.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { visibleIn } from "./act-labels.ts";
import { placeLabels } from "./label-layout.ts";
import { smallFont, textWidth } from "./measure-text.ts";

/** Characters of a text. */
const most = 40;
/** From the line to its text, px. */
const beside = 4;
/** More have no room on any screen, and each is tried against all others. */
const mostPlaced = 60;

export function placeBookmarks(bookmarks: readonly Bookmark[], view: Span, width: number) {
  const requests = bookmarks
    .filter(({ fromMs }) => visibleIn(view, fromMs))
    .slice(0, mostPlaced)
    .map((one, index) => {
      const text = cutText(titleOfBookmark(one), most);
      const size = textWidth(text, smallFont);
      const x = toPixels(view, width, one.fromMs);
      const lefts = [x + beside, x - beside - size];
      return { id: one.id, text, width: size, lefts, priority: -index };
    });
  const lefts = placeLabels(requests, { left: 0, right: width }, []);
  return requests.flatMap(({ id, text }) => {
    const left = lefts.get(id);
    return left === undefined ? [] : [{ id, text, left }];
  });
}
