// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../testing/render.tsx";
import { ExportRunning } from "./ExportRunning.tsx";

const running = (cancel: () => void = () => undefined) => (
  <ExportRunning label="PDF" what="the PDF" cancel={cancel} />
);
const cancelButton = () => screen.getByRole("button", { name: "Cancel the export of the PDF" });

it("says what is exported, has the focus when nothing else has it, and cancels", () => {
  const cancel = vi.fn();
  show(running(cancel));
  expect(screen.getByRole("progressbar", { name: "Exporting the PDF" })).toBeDefined();
  expect(document.activeElement).toBe(cancelButton());
  fireEvent.click(cancelButton());
  expect(cancel).toHaveBeenCalledOnce();
});

it("leaves the focus where it is", () => {
  const page = (isRunning: boolean) => (
    <>
      <input aria-label="elsewhere" />
      {isRunning && running()}
    </>
  );
  const { rerender } = show(page(false));
  const elsewhere = screen.getByLabelText("elsewhere");
  elsewhere.focus();
  rerender(page(true));
  expect(document.activeElement).toBe(elsewhere);
});
