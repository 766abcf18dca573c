/** Search over the messages of a log, by text at once, by regular expression in a worker. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { compileQuery, findHits, type Hits, noHits, type SearchQuery } from "./log-search.ts";
import type { SearchReply, SearchRequest } from "./search-worker.ts";

export interface LogSearch {
  readonly hits: Hits;
  readonly searching: boolean;
  /** What is wrong with the query, or why the search was given up. */
  readonly problem: string | null;
}

/** A part of the log that takes longer means a pattern that may never end. */
const stuckAfterMs = 1500;

const tooSlow =
  "The search was stopped: on some message this pattern takes too long. Avoid repetitions inside repetitions, such as (a+)+.";

const idle: LogSearch = { hits: noHits, searching: false, problem: null };

export function useLogSearch(messages: readonly string[], query: SearchQuery): LogSearch {
  const deferred = useDeferredValue(query);
  const compiled = useMemo(() => compileQuery(deferred), [deferred]);
  const byText = useMemo<LogSearch>(() => {
    if (!compiled.ok) return { ...idle, problem: compiled.error.message };
    if (deferred.pattern || deferred.text === "") return idle;
    return { ...idle, hits: new Map(findHits(messages, compiled.value)) };
  }, [messages, compiled, deferred]);
  const pattern = deferred.pattern && compiled.ok && deferred.text !== "" ? deferred.text : null;
  const byPattern = usePatternSearch(messages, pattern);
  return pattern === null ? byText : byPattern;
}

function usePatternSearch(messages: readonly string[], pattern: string | null): LogSearch {
  const [search, setSearch] = useState<LogSearch>(idle);
  useEffect(() => {
    if (pattern === null) return;
    setSearch((before) => ({ ...before, searching: true, problem: null }));
    return searchInWorker({ pattern, messages }, setSearch);
  }, [messages, pattern]);
  return search;
}

/** Returns what ends it. `report` is called once, unless it is ended before. */
function searchInWorker(request: SearchRequest, report: (search: LogSearch) => void): () => void {
  const worker = new Worker(new URL("./search-worker.ts", import.meta.url), { type: "module" });
  const hits = new Map<number, SearchReply["hits"][number][1]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  const giveUp = (problem: string) => {
    end();
    report({ ...idle, problem });
  };
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp(tooSlow), stuckAfterMs);
  };
  worker.addEventListener("message", (event: MessageEvent<SearchReply>) => {
    for (const [index, ranges] of event.data.hits) hits.set(index, ranges);
    if (!event.data.done) {
      watch();
      return;
    }
    end();
    report({ ...idle, hits });
  });
  worker.addEventListener("error", () => giveUp("The search could not be run here."));
  worker.postMessage(request);
  watch();
  return end;
}
