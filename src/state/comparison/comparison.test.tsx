// @vitest-environment happy-dom
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { failure } from "../../../app/contract/result.ts";
import type { ComparisonQuestion } from "../../../app/contract/rpc/comparisons.ts";
import { fetched } from "../services/fetching.ts";
import { askedServices, bare, WithAnswers } from "../testing/asked-services.tsx";
import { useComparison } from "./comparison.ts";

const question = (...names: readonly string[]): ComparisonQuestion => ({
  sides: names.map((name) => ({ name, recordings: [{ kind: "run", id: name }] })),
});

/** Asks, and answers when the test says so. */
function asked(first: ComparisonQuestion | null) {
  const answers: ((answer: unknown) => void)[] = [];
  askedServices({ "comparisons.compare": () => new Promise((answer) => answers.push(answer)) });
  const hook = renderHook(useComparison, { initialProps: first, wrapper: WithAnswers });
  const answer = async (value: unknown): Promise<void> => {
    await act(async () => answers.shift()?.(value));
  };
  return { ...hook, answer };
}

it("keeps the answer before while another one is computed, and says that it is", async () => {
  const { result, rerender, answer } = asked(question("a", "b"));
  expect(result.current).toEqual({ comparison: null, isComputing: true, message: null });
  await answer("a and b");
  await waitFor(() => expect(result.current.isComputing).toBe(false));
  expect(result.current.comparison).toBe("a and b");
  rerender(question("b", "a"));
  expect(result.current).toMatchObject({ comparison: "a and b", isComputing: true });
  await answer("b and a");
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
  await answer("a and b");
  await waitFor(() => expect(result.current.comparison).toBe("a and b"));
  rerender(null);
  expect(result.current).toMatchObject({ comparison: null, isComputing: false });
  rerender(question("a", "gone"));
  await answer(bare(failure("notFound", "gone was deleted")));
  await waitFor(() => expect(result.current.message).toBe("gone was deleted"));
  expect(result.current).toMatchObject({ comparison: null, isComputing: false });
});
