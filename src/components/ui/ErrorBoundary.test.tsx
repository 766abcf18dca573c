// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, it, vi } from "vitest";
import { show } from "../testing/render.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

function Draft({ text }: { readonly text: string }): ReactNode {
  if (text === "broken") throw new Error("it cannot be drawn");
  return <p>{text}</p>;
}

function Screen(): ReactNode {
  const [text, setText] = useState("broken");
  return (
    <ErrorBoundary
      what="The experiment"
      discard={{ label: "Discard this draft", act: () => setText("as it came") }}
    >
      <Draft text={text} />
    </ErrorBoundary>
  );
}

it("offers to discard what cannot be shown, and shows what is there without it", () => {
  // React tells the console of every error that a boundary catches.
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  show(<Screen />);
  expect(screen.getByText("The experiment cannot be shown")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show it again" }));
  expect(screen.getByText("The experiment cannot be shown")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Discard this draft" }));
  expect(screen.getByText("as it came")).toBeTruthy();
  told.mockRestore();
});

it("says so where the details cannot be copied", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  show(<Screen />);
  fireEvent.click(screen.getByRole("button", { name: "Copy details" }));
  expect(await screen.findByText(/^Not copied: select the details/)).toBeTruthy();
  copied.mockRestore();
  told.mockRestore();
});
