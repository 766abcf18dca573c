/** For tests of what the page asks: services that keep each question, and have one answer to each kind. */
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
  /** Of those questions whether somebody waits for the answer: of one without a signal somebody always does. */
  awaited(path: string): readonly boolean[];
}

/** Until the end of the test. `answers`: by path; what is of no path here stays without an answer. */
export function askedServices(answers: Readonly<Record<string, unknown>>): Asked {
  const asked: { path: string; question: unknown; signal: AbortSignal | undefined }[] = [];
  const at = (path: readonly string[]): object =>
    new Proxy(() => undefined, {
      get: (_, name) => at([...path, String(name)]),
      apply: (_, __, [question, options]: [unknown, { signal?: AbortSignal } | undefined]) => {
        // The last part is how it is asked: query, mutate.
        const name = path.slice(0, -1).join(".");
        asked.push({ path: name, question, signal: options?.signal });
        return name in answers
          ? Promise.resolve(success(answers[name]))
          : new Promise(() => undefined);
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
  return {
    questions: (path) => asked.filter((one) => one.path === path).map(({ question }) => question),
    awaited: (path) =>
      asked.filter((one) => one.path === path).map(({ signal }) => signal?.aborted !== true),
  };
}

export const WithAnswers = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={fetched}>{children}</QueryClientProvider>
);
