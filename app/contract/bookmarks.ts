/**
 * Bookmarks and notes: moments and spans of a recording that somebody wants to find again, with a text or without.
 * They are kept with the settings, under their recording, and go with a run into its file.
 */
import * as z from "zod";

/** Of one recording. */
export const maxBookmarks = 500;
export const maxBookmarkText = 500;
/** Logs may span decades, before and after their origin. */
const mostMs = 1e13;

const atMs = z.number().min(-mostMs).max(mostMs);

export const bookmarkSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,64}$/),
    fromMs: atMs.describe("ms from origin"),
    toMs: atMs.nullable().describe("the end of a span, ms from origin; null: it is a moment"),
    text: z.string().max(maxBookmarkText).describe("may be empty"),
  })
  .refine(({ fromMs, toMs }) => toMs === null || toMs > fromMs, {
    path: ["toMs"],
    error: "is not after fromMs; allowed: a later time, or null",
  });

export const bookmarksSchema = z
  .array(bookmarkSchema)
  .max(maxBookmarks)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
    error: "two have one id; allowed: each id once",
  });

export type Bookmark = z.infer<typeof bookmarkSchema>;
