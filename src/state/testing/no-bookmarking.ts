/** A recording without bookmarks, for tests of what is shown beside them. */
import type { Bookmarking } from "../player/bookmarking.ts";

export const noBookmarking: Bookmarking = {
  bookmarks: [],
  edited: null,
  add: () => undefined,
  goTo: () => undefined,
  edit: () => undefined,
  save: () => undefined,
  remove: () => undefined,
  close: () => undefined,
};
