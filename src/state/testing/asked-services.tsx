/**
 * For tests of what the page asks: services that keep each question, with its path and its signal, and have
 * one answer to each kind. What `useFetched` keeps of them is found by its keys.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup } from "@testing-library/react";
import type { ReactNode } from "react";
import { onTestFinished, vi } from "vitest";
import { success } from "../../../app/contract/result.ts";
import { fetched } from "../services/fetching.ts";
import * as connection from "../services/services.ts";

export interface Asked {
  /** Those of a path such as "recordings.series", in their order. */
  questions(path: string): readonly unknown[];
  /** Whether somebody waits for the answers to those questions: for one without a signal somebody always does. */
  awaited(path: string): readonly boolean[];
  /** The keys of what was fetched for screens, or is waited for, that begin with this part. */
  keys(first: string): readonly (readonly unknown[])[];
  /** What the services tell whoever follows a path now. */
  tell(path: string, value: unknown): void;
}

/** An answer as it is, without the result that most answers are wrapped in: a plain list, a refusal. */
export const bare = (answer: unknown): Bare => new Bare(answer);

class Bare {
  readonly answer: unknown;
  constructor(answer: unknown) {
    this.answer = answer;
  }
}

interface Listener {
  onStarted?(): void;
  onData(value: unknown): void;
}

interface Question {
  readonly path: string;
  readonly question: unknown;
  readonly signal: AbortSignal | undefined;
  /** The listener of one that is followed. */
  readonly listener?: Listener;
}

/**
 * Until the end of the test. `answers`: by path, or what makes one of the question; an error is a lost
 * connection, a promise is waited for, and what is of no path here stays without an answer.
 */
export function askedServices(answers: Readonly<Record<string, unknown>>): Asked {
  const asked: Question[] = [];
  const answer = async (path: string, question: unknown): Promise<unknown> => {
    if (!(path in answers)) return new Promise(() => undefined);
    const of = answers[path];
    const given = await (typeof of === "function" ? of(question) : of);
    if (given instanceof Error) throw given;
    return given instanceof Bare ? given.answer : success(given);
  };
  const subscribe = (path: string, question: unknown, listener: Listener) => {
    const left = new AbortController();
    asked.push({ path, question, signal: left.signal, listener });
    listener.onStarted?.();
    return { unsubscribe: () => left.abort() };
  };
  const at = (path: readonly string[]): object =>
    new Proxy(() => undefined, {
      get: (_, name) => at([...path, String(name)]),
      apply: (_, __, [question, options]: [unknown, unknown]) => {
        // The last part is how it is asked: query, mutate, subscribe.
        const name = path.slice(0, -1).join(".");
        if (path.at(-1) === "subscribe") return subscribe(name, question, options as Listener);
        const { signal } = (options ?? {}) as { readonly signal?: AbortSignal };
        asked.push({ path: name, question, signal });
        return answer(name, question);
      },
    });
  const replaced = [
    vi
      .spyOn(connection, "services")
      .mockReturnValue(at([]) as ReturnType<typeof connection.services>),
    vi.spyOn(connection, "useConnection").mockReturnValue("open"),
  ];
  fetched.clear();
  onTestFinished(() => {
    cleanup();
    fetched.clear();
    for (const spy of replaced) spy.mockRestore();
  });
  const of = (path: string) => asked.filter((one) => one.path === path);
  return {
    questions: (path) => of(path).map(({ question }) => question),
    awaited: (path) => of(path).map(({ signal }) => signal?.aborted !== true),
    keys: (first) =>
      fetched
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey)
        .filter((key) => key[0] === first),
    tell: (path, value) => {
      for (const { signal, listener } of of(path)) {
        if (signal?.aborted !== true) listener?.onData(value);
      }
    },
  };
}

export const WithAnswers = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={fetched}>{children}</QueryClientProvider>
);
