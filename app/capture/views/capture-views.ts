/**
 * The views, searches and counts that are kept of one capture. They go on by themselves, in slices,
 * while somebody asks for them again and again: `step` is called between slices of reading.
 */
import { type Result, success } from "../../contract/result.ts";
import type { RecordFilter, TextQuery } from "../../contract/rpc/records.ts";
import { Facets } from "./facets.ts";
import { RecordView, type ViewSource } from "./record-view.ts";
import { textMatcher } from "./text-matcher.ts";
import { TextSearch } from "./text-search.ts";

/** Views of each sort that are kept; a filter that is changed back finds its view again. */
const mostKept = 8;
/** What was not asked for in so long, ms, nobody looks at: who does asks several times a second until it is complete. */
const lookMs = 1000;

/** The last few values by key; the one asked for last is the last. */
class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #now: () => number;
  #askedMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** While somebody looks at it. */
  get latest(): Value | undefined {
    if (this.#now() - this.#askedMs > lookMs) return undefined;
    return [...this.#values.values()].at(-1);
  }

  take(key: string, make: () => Result<Value>): Result<Value> {
    const known = this.#values.get(key);
    const value = known === undefined ? make() : success(known);
    if (!value.ok) return value;
    this.#values.delete(key);
    this.#values.set(key, value.value);
    this.#askedMs = this.#now();
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= mostKept) break;
      this.#values.delete(oldest);
    }
    return value;
  }
}

export class CaptureViews {
  readonly facets: Facets;
  readonly #source: ViewSource;
  readonly #views: Recent<RecordView>;
  readonly #searches: Recent<TextSearch>;

  constructor(source: ViewSource, now: () => number = () => performance.now()) {
    this.#source = source;
    this.#views = new Recent(now);
    this.#searches = new Recent(now);
    this.facets = new Facets(source.table, source.kinds);
  }

  view(filter: RecordFilter): Result<RecordView> {
    return this.#views.take(keyOf(filter), () => RecordView.of(filter, this.#source));
  }

  search(filter: RecordFilter, query: TextQuery): Result<TextSearch> {
    const view = this.view(filter);
    if (!view.ok) return view;
    return this.#searches.take(`${keyOf(filter)} ${JSON.stringify(query)}`, () => {
      const matcher = textMatcher(query);
      if (!matcher.ok) return matcher;
      return success(new TextSearch(view.value, this.#source.table, matcher.value));
    });
  }

  /** Takes on what was looked at last; true while there is more to do now. */
  step(): boolean {
    const search = this.#searches.latest;
    if (search?.step() === true) return true;
    const view = this.#views.latest;
    return view !== search?.view && view?.step() === true;
  }
}

/** Equal filters have one key, whatever the order of their fields. */
function keyOf({
  files,
  sources,
  kinds,
  phases,
  minimumSeverity,
  span,
  query,
}: RecordFilter): string {
  return JSON.stringify([files, sources, kinds, phases, minimumSeverity, span, query]);
}
