// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { counterTerm } from "../../../app/domain/glossary/glossary.ts";
import { arrangement, type LaneLayouts } from "../../../app/domain/timeline/lane-layout.ts";
import { lanes } from "../../../app/domain/timeline/lanes.ts";
import { show } from "../testing/render.tsx";
import { LaneChoice } from "./LaneChoice.tsx";
import { LaneMenu } from "./LaneMenu.tsx";

const shown = arrangement(["transactionsPerSecond", "p99Ms", "logReadBytesPerSecond"], []);

function openMenu(id = "p99Ms", of = shown) {
  const onShow = vi.fn();
  const onReport = vi.fn();
  const term = counterTerm("transactionsPerSecond");
  show(
    <LaneMenu id={id} title="The lane" term={term} arranging={{ shown: of, onShow, onReport }} />,
  );
  fireEvent.click(screen.getByRole("button", { name: "The lane" }));
  return { onShow, onReport };
}

const item = (name: string) => screen.getByRole("menuitem", { name });

describe("the menu of a lane", () => {
  it("pins it above the others, and no longer", () => {
    const { onShow } = openMenu();
    fireEvent.click(item("Pin above the others"));
    const pinned = arrangement(shown.lanes, ["p99Ms"]);
    expect(onShow).toHaveBeenCalledWith(pinned);
    expect(pinned.lanes[0]).toBe("p99Ms");
  });

  it("moves it among its like", () => {
    const { onShow } = openMenu();
    fireEvent.click(item("Move down"));
    expect(onShow.mock.calls[0]?.[0].lanes).toEqual([
      ...["transactionsPerSecond", "logReadBytesPerSecond", "p99Ms"],
    ]);
  });

  it("does not offer what would change nothing", () => {
    openMenu("transactionsPerSecond");
    expect(item("Move up").getAttribute("aria-disabled")).toBe("true");
    expect(item("Move down").getAttribute("aria-disabled")).not.toBe("true");
  });

  it("hides it, and adds the lanes to the report", () => {
    const { onShow, onReport } = openMenu();
    fireEvent.click(item("Hide this lane"));
    expect(onShow.mock.calls[0]?.[0].lanes).toEqual([
      ...["transactionsPerSecond", "logReadBytesPerSecond"],
    ]);
    fireEvent.click(screen.getByRole("button", { name: "The lane" }));
    fireEvent.click(item("Add the lanes to the report"));
    expect(onReport).toHaveBeenCalledOnce();
  });
});

function openChoice(layouts: Partial<LaneLayouts> = {}) {
  const onShow = vi.fn();
  const onOneAxis = vi.fn();
  const save = vi.fn();
  show(
    <LaneChoice
      possible={lanes}
      groups={[{ title: null, options: lanes.map(({ id, title }) => ({ id, title })) }]}
      layouts={{
        given: [],
        own: [],
        problemOf: (name) => (name === "" ? "Give the layout a name." : null),
        save,
        remove: vi.fn(),
        ...layouts,
      }}
      isOneAxis={false}
      {...{ shown, onShow, onOneAxis }}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: `3 lanes of ${lanes.length}` }));
  return { onShow, onOneAxis, save };
}

describe("the choice of lanes", () => {
  it("takes a lane away, and adds one below the others", () => {
    const { onShow } = openChoice();
    const field = screen.getByRole("combobox", { name: "Find in lanes" });
    const press = (...keys: readonly string[]) => {
      for (const key of keys) fireEvent.keyDown(field, { key });
    };
    press("ArrowDown", "Enter");
    expect(onShow.mock.calls[0]?.[0].lanes).toEqual(["p99Ms", "logReadBytesPerSecond"]);
    fireEvent.change(field, { target: { value: "checkpoint pages" } });
    press("ArrowDown", "Enter");
    expect(onShow.mock.calls[1]?.[0].lanes.at(-1)).toBe("checkpointPagesPerSecond");
  });

  it("keeps what is shown as a layout, under a name", () => {
    const { save } = openChoice();
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
    expect(button.disabled).toBe(true);
    const field = screen.getByRole("textbox", { name: "Name of a layout" });
    fireEvent.change(field, { target: { value: "Mine" } });
    fireEvent.click(button);
    expect(save).toHaveBeenCalledWith("Mine", shown);
  });

  it("shows of a layout what the recording has", () => {
    const mine = { name: "Mine", ...arrangement(["p99Ms", "not-here"], ["p99Ms"]) };
    const { onShow } = openChoice({ own: [mine] });
    fireEvent.click(screen.getByRole("button", { name: "Layouts" }));
    fireEvent.click(item("Mine 1 lane"));
    expect(onShow).toHaveBeenCalledWith({ lanes: ["p99Ms"], pinned: ["p99Ms"] });
  });

  it("offers all on one axis", () => {
    const { onOneAxis } = openChoice();
    fireEvent.click(screen.getByRole("button", { name: /^All on one axis/ }));
    expect(onOneAxis).toHaveBeenCalledWith(true);
  });
});
