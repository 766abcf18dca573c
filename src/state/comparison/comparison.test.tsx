// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ComparisonQuestion } from "../../../app/contract/rpc/comparisons.ts";
import { fetched } from "../services/fetching.ts";
import { useComparison } from "./comparison.ts";

const compare = vi.hoisted(() => vi.fn());
vi.mock("../services/services.ts", () => ({
  services: () => ({ comparisons: { compare: { query: compare } } }),
  messageOf: (error: Error) => error.message,
  connectionState: () => "open",
  onConnection: () => () => undefined,
}));

const question = (...names: readonly string[]): ComparisonQuestion => ({
  sides: names.map((name) => ({ name, recordings: [{ kind: "run", id: name }] })),
});

/** Asks, and answers when the test says so. */
function asked(first: ComparisonQuestion | null) {
  const answers: ((answer: unknown) => void)[] = [];
  compare.mockImplementation(() => new Promise((answer) => answers.push(answer)));
  const hook = renderHook(useComparison, {
    initialProps: first,
    wrapper: ({ children }) => (
      <QueryClientProvider client={fetched}>{children}</QueryClientProvider>
    ),
  });
  const answer = async (value: unknown): Promise<void> => {
    await act(async () => answers.shift()?.(value));
  };
  return { ...hook, answer };
}

beforeEach(() => fetched.clear());

it("keeps the answer before while another one is computed, and says that it is", async () => {
  const { result, rerender, answer } = asked(question("a", "b"));
  expect(result.current).toEqual({ comparison: null, isComputing: true, message: null });
  await answer({ ok: true, value: "a and b" });
  await waitFor(() => expect(result.current.isComputing).toBe(false));
  expect(result.current.comparison).toBe("a and b");
  rerender(question("b", "a"));
  expect(result.current).toMatchObject({ comparison: "a and b", isComputing: true });
  await answer({ ok: true, value: "b and a" });
  await waitFor(() =>
    expect(result.current).toMatchObject({ comparison: "b and a", isComputing: false }),
  );
  // A run of it has another steady state.
  act(() => void fetched.invalidateQueries({ queryKey: ["comparison"] }));
  await waitFor(() => expect(result.current.isComputing).toBe(true));
  expect(result.current.comparison).toBe("b and a");
});

it("has no answer to nothing, and none beside a refusal", async () => {
  const { result, rerender, answer } = asked(question("a", "b"));
  await answer({ ok: true, value: "a and b" });
  await waitFor(() => expect(result.current.comparison).toBe("a and b"));
  rerender(null);
  expect(result.current).toMatchObject({ comparison: null, isComputing: false });
  rerender(question("a", "gone"));
  await answer({ ok: false, error: { code: "notFound", message: "gone was deleted" } });
  await waitFor(() => expect(result.current.message).toBe("gone was deleted"));
  expect(result.current).toMatchObject({ comparison: null, isComputing: false });
});
