/**
 * Searches by regular expression outside the page's thread. Some patterns take time beyond any bound
 * on some texts, and no engine can be asked to stop: the page ends the worker instead.
 */
import { compileQuery, findHits, type TextRange } from "./log-search.ts";

export interface SearchRequest {
  readonly pattern: string;
  readonly messages: readonly string[];
}

/** One after each part of the log, so that the page can tell a long search from a stuck one. */
export interface SearchReply {
  readonly hits: readonly [number, readonly TextRange[]][];
  readonly done: boolean;
}

const messagesPerReply = 2000;

self.addEventListener("message", (event: MessageEvent<SearchRequest>) => {
  const { pattern, messages } = event.data;
  const matcher = compileQuery({ text: pattern, pattern: true });
  if (!matcher.ok) throw new Error(`the page sent a bad pattern: ${matcher.error.message}`);
  let at = 0;
  do {
    const part = messages.slice(at, at + messagesPerReply);
    const hits = findHits(part, matcher.value, at);
    at += part.length;
    const reply: SearchReply = { hits, done: at >= messages.length };
    self.postMessage(reply);
  } while (at < messages.length);
});
