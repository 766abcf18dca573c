// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useRef, useState } from "react";
import { describe, expect, it } from "vitest";
import { show } from "../components/testing/render.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

function Rows(): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(["first", "second"]);
  const [done, setDone] = useState(false);
  const [over, setOver] = useState(false);
  useKeptFocus(root);
  return (
    <div ref={root}>
      <button type="button">before</button>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <input aria-label={row} />
            <button type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
              remove {row}
            </button>
          </li>
        ))}
      </ul>
      <div>
        <button type="button" disabled={done} onClick={() => setDone(true)}>
          once
        </button>
        <button type="button">again</button>
      </div>
      <div>
        {["1×", "10×"].map((pace) => (
          <label key={pace}>
            <input type="radio" name="pace" defaultChecked={pace === "10×"} />
            {pace}
          </label>
        ))}
        <button type="button" hidden={over} disabled={over} onClick={() => setOver(true)}>
          at the end
        </button>
      </div>
    </div>
  );
}

/** Nothing, until it is brought back: a field to search in, and what is searched. */
function BroughtBack(): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const [empty, setEmpty] = useState(true);
  useKeptFocus(root);
  return (
    <div ref={root}>
      {empty ? (
        <button type="button" onClick={() => setEmpty(false)}>
          bring back
        </button>
      ) : (
        <div>
          <input aria-label="search" />
          <button type="button" data-takes-focus>
            list
          </button>
        </div>
      )}
    </div>
  );
}

/** A form, and the run that it starts: its samples come later than its bar. */
function Started(): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<"form" | "bar" | "lanes">("form");
  useKeptFocus(root);
  return (
    <>
      <div ref={root}>
        {shown === "form" ? (
          <form>
            <button type="button" onClick={() => setShown("bar")}>
              run
            </button>
          </form>
        ) : (
          <section>
            <button type="button">stop</button>
            {shown === "lanes" && (
              <button type="button" data-takes-focus>
                lanes
              </button>
            )}
          </section>
        )}
      </div>
      <button type="button" onClick={() => setShown("lanes")}>
        sample
      </button>
    </>
  );
}

const press = (name: string): void => {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
};
const expectFocus = (element: () => HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(element()));

describe("the focus", () => {
  it("goes to what stands nearest when what had it is removed", async () => {
    show(<Rows />);
    press("remove second");
    await expectFocus(() => screen.getByLabelText("first"));
    press("remove first");
    await expectFocus(() => screen.getByRole("button", { name: "before" }));
  });

  it("goes to what the screen is about before what stands above it", async () => {
    show(<BroughtBack />);
    press("bring back");
    await expectFocus(() => screen.getByRole("button", { name: "list" }));
  });

  it("goes on from a button that cannot be pressed any more", async () => {
    show(<Rows />);
    press("once");
    await expectFocus(() => screen.getByRole("button", { name: "again" }));
  });

  it("goes to the chosen one of radio buttons, and chooses none", async () => {
    show(<Rows />);
    press("at the end");
    await expectFocus(() => screen.getByRole("radio", { name: "10×" }));
  });

  it("waits for what another screen is about, and goes to no button of it", async () => {
    show(<Started />);
    press("run");
    await waitFor(() => expect(screen.getByRole("button", { name: "stop" })).toBeDefined());
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByRole("button", { name: "sample" }));
    await expectFocus(() => screen.getByRole("button", { name: "lanes" }));
  });

  it("is left where it was taken meanwhile", async () => {
    show(<Rows />);
    const remove = screen.getByRole("button", { name: "remove second" });
    remove.focus();
    screen.getByRole("button", { name: "again" }).focus();
    fireEvent.click(remove);
    await waitFor(() => expect(screen.queryByLabelText("second")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "again" }));
  });
});
