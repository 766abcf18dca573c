/** One check of the program's surroundings. */

/**
 * ok: it works; missing: something that is needed does not; note: something does not that only some
 * things need.
 */
export type CheckStatus = "ok" | "missing" | "note";

export interface Check {
  readonly id: string;
  readonly title: string;
  readonly status: CheckStatus;
  /** What was found. */
  readonly found: string;
  /** What to do; null when there is nothing to. */
  readonly fix: string | null;
}
