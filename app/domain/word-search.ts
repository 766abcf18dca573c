/** Finds by words: every word of the query must occur, at the start of a word for preference. */

/** Larger is better; 0: does not match. */
export function matchScore(text: string, query: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const haystack = text.toLowerCase();
  let score = 1;
  for (const word of words) {
    const at = haystack.indexOf(word);
    if (at < 0) return 0;
    const startsWord = at === 0 || !/[\p{L}\p{N}]/u.test(haystack[at - 1] ?? "");
    score += (startsWord ? 10 : 1) + (at === 0 ? 5 : 0);
  }
  return score;
}

/** Whether a text has every word of a query; without a word every text has. */
export const hasWords = (text: string, query: string): boolean => matchScore(text, query) > 0;

/** The best matches first; those of equal rank in the order given. */
export function rankMatches<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  query: string,
  limit: number,
): readonly T[] {
  if (query.trim() === "") return items.slice(0, limit);
  return items
    .map((item) => ({ item, score: matchScore(textOf(item), query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
