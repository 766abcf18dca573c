import { countOf } from "../../../format/numbers.ts";
import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { timesText } from "./wording.ts";

/** 844 and 845: a page was not to be had for minutes. */
export const latchTimeouts = groupRule({
  id: "latchTimeout",
  kinds: ["latchTimeout"],
  keyOf: ({ databaseId }) => String(databaseId ?? -1),
  newState: () => ({
    databaseId: null as number | null,
    pages: new Set<string>(),
    longestSeconds: 0,
    gaveUp: 0,
  }),
  update: (state, { databaseId, page, waitSeconds, continues }) => {
    state.databaseId = databaseId;
    if (page !== null && state.pages.size < 100) state.pages.add(page);
    state.longestSeconds = Math.max(state.longestSeconds, waitSeconds ?? 0);
    if (!continues) state.gaveUp += 1;
  },
  tell: ({ key, occurrences, state }, { databaseName }) => {
    const id = state.databaseId;
    const name =
      key === null
        ? "further databases"
        : (databaseName(id) ?? (id === null ? "a database" : `database ${id}`));
    const longest = state.longestSeconds > 0 ? `, up to ${state.longestSeconds} s` : "";
    return finding(
      "critical",
      `Sessions waited for pages of ${name} until the latch timed out, ${timesText(occurrences.count)}${longest}`,
      `A latch is held for minutes when its holder waits for an I/O that does not end. While a database snapshot exists the first change of a page waits for its copy under the latch, so a slow snapshot volume shows here. Look for message 833 and for dumps at the same time.${state.pages.size === 0 ? "" : ` ${countOf(state.pages.size, "page")} ${state.pages.size === 1 ? "is" : "are"} concerned.`}${state.gaveUp > 0 ? ` ${countOf(state.gaveUp, "request")} gave up.` : ""}`,
      occurrences,
    );
  },
});
