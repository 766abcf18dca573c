/** The token of the loopback server, as this tab has it: from its address once, then from its storage. */
import { tokenOfFragment } from "../../app/transport/loopback-access.ts";

const storageKey = "snapscope-token";

/** What of a window is used. */
export interface TokenPage {
  readonly location: Pick<Location, "hash" | "pathname" | "search" | "reload">;
  readonly history: Pick<History, "state" | "replaceState">;
  readonly sessionStorage: Pick<Storage, "getItem" | "setItem">;
  addEventListener(type: "hashchange", listener: () => void): void;
}

/**
 * Takes the token out of the address bar, where it would be shown, copied and kept. The storage is the
 * tab's alone: loaded anew, the page still has it. Null: the page was opened without one.
 */
export function takeToken(page: TokenPage): string | null {
  const given = tokenOfFragment(page.location.hash);
  // A new address in the same tab, as after a restart of the server, changes the fragment only.
  page.addEventListener("hashchange", () => {
    if (tokenOfFragment(page.location.hash) !== null) page.location.reload();
  });
  if (given === null) return page.sessionStorage.getItem(storageKey);
  page.sessionStorage.setItem(storageKey, given);
  page.history.replaceState(page.history.state, "", page.location.pathname + page.location.search);
  return given;
}
