/**
 * Tests texts against a query. A pattern of a person may take exponential time: it sees a bounded
 * part of a record, and a batch that takes too long is stopped and ends the search with the reason.
 */
import { createContext, Script } from "node:vm";
import { type Failed, failure, type Result, success } from "../../contract/result.ts";
import type { TextQuery } from "../../contract/rpc/records.ts";
import { compilePattern } from "../../domain/text-pattern.ts";

/** Characters of one record that are searched. */
export const maxPatternText = 65_536;

/** Longest that a batch may take, ms. A batch of ordinary records takes a hundredth of it. */
const patienceMs = 2000;

/** Whether each text matches, in order; or why the search has to end. */
export type TextMatcher = (texts: readonly string[]) => Result<readonly boolean[]>;

export function textMatcher(query: TextQuery, patience = patienceMs): Result<TextMatcher> {
  if (!query.pattern) return success(literalMatcher(query.text));
  const pattern = compilePattern(query.text);
  return pattern.ok ? success(patternMatcher(pattern.value, patience)) : pattern;
}

function literalMatcher(text: string): TextMatcher {
  const wanted = text.toLowerCase();
  return (texts) => success(texts.map((one) => one.toLowerCase().includes(wanted)));
}

function patternMatcher(pattern: RegExp, patience: number): TextMatcher {
  let texts: readonly string[] = [];
  let matches: boolean[] = [];
  // Only what runs inside of a script can be stopped from outside.
  const context = createContext({
    run: () => {
      for (const text of texts) {
        matches.push(
          pattern.test(text.length > maxPatternText ? text.slice(0, maxPatternText) : text),
        );
      }
    },
  });
  const script = new Script("run()");
  return (batch) => {
    texts = batch;
    matches = [];
    try {
      script.runInContext(context, { timeout: patience });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      return tooSlow(pattern, batch[matches.length] ?? "", patience);
    }
    return success(matches);
  };
}

const tooSlow = (pattern: RegExp, text: string, patience: number): Failed =>
  failure(
    "badInput",
    `pattern ${JSON.stringify(pattern.source)}: takes more than ${patience / 1000} s on records like ` +
      `${JSON.stringify(text.slice(0, 60))}; repeat nothing that repeats itself, as (a+)+ does`,
  );
