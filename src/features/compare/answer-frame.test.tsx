// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "../../components/testing/render.tsx";
import { AnswerFrame } from "./AnswerFrame.tsx";

it("says what is computed while the answer before keeps its room, and nothing once it is there", () => {
  const answer = <h1>Throughput fell</h1>;
  const { rerender } = show(
    <AnswerFrame computing="Comparing one snapshot with two">{answer}</AnswerFrame>,
  );
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("Comparing one snapshot with two…");
  expect(status.parentElement?.getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole("heading").textContent).toBe("Throughput fell");
  rerender(<AnswerFrame computing={null}>{answer}</AnswerFrame>);
  expect(screen.getByRole("status").textContent).toBe("");
  expect(status.parentElement?.getAttribute("aria-busy")).toBe("false");
});
