// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { setValue } from "../../../app/domain/scenario-form/draft.ts";
import { presetScenario } from "../../../app/domain/scenario-form/testing/presets.ts";
import * as deviceFigures from "../../state/experiments/device-figures.ts";
import * as captures from "../../state/recordings/captures.ts";
import * as settings from "../../state/services/settings.ts";
import { Advanced } from "./Advanced.tsx";
import { focusField } from "./designer-context.ts";
import { Question } from "./question/Question.tsx";
import { showDesigner } from "./testing/designer.tsx";

const kept = { open: false };
/** Stands for `useSetting` of a setting that is true or false. */
function useKept() {
  const [open, setOpen] = useState(kept.open);
  const change = (next: boolean): void => {
    kept.open = next;
    setOpen(next);
  };
  return [open, change] as const;
}

/** What devices can do, which logs are there and what was left open is asked of the services. */
beforeEach(() => {
  vi.spyOn(captures, "useCaptures").mockReturnValue({
    ...{ status: "ready", value: [], message: null, standsIn: false, isAsked: false },
    again: () => undefined,
    captures: [],
  });
  kept.open = false;
  vi.spyOn(deviceFigures, "useDeviceFigures").mockReturnValue({ figures: null, problem: null });
  vi.spyOn(settings, "useSetting").mockImplementation(useKept as never);
});

const base = presetScenario("creation-under-load");
const showAll = (scenario: Scenario = base) =>
  showDesigner(scenario, (issues) => (
    <>
      <Question preset={null} />
      <Advanced issues={issues} />
    </>
  ));

const details = () => {
  const found = screen.getByText("Advanced").closest("details");
  if (found === null) throw new Error("no Advanced");
  return found;
};
const set = (shown: ReturnType<typeof showAll>, path: readonly string[], value: unknown) =>
  act(() => shown.edit((draft) => setValue(draft, path, value)));

describe("Advanced", () => {
  it("is closed at first, and open for whoever left it open", () => {
    showAll();
    expect(details().open).toBe(false);
    kept.open = true;
    document.body.innerHTML = "";
    showAll();
    expect(details().open).toBe(true);
  });

  it("is not opened by an error that the question shows", () => {
    const shown = showAll();
    set(shown, ["workload", "users"], -5);
    expect(details().open).toBe(false);
  });

  it("is opened by an error in it, and can be closed over it", () => {
    const shown = showAll();
    set(shown, ["database", "logSizeMiB"], -5);
    expect(details().open).toBe(true);
    act(() => {
      details().open = false;
      details().dispatchEvent(new Event("toggle"));
    });
    set(shown, ["database", "logSizeMiB"], -6);
    expect(details().open).toBe(false);
    set(shown, ["database", "logSizeMiB"], 64);
    set(shown, ["seed"], -1);
    expect(details().open).toBe(true);
  });

  it("is opened, with what else is closed around it, by whoever is led to a field in it", () => {
    showAll();
    HTMLElement.prototype.scrollIntoView ??= () => undefined;
    act(() => focusField(["storage", "volumes", 0, "device"]));
    expect(details().open).toBe(true);
    act(() => focusField(["workload", "users"]));
    expect(document.activeElement?.id).toBe("question-workload.users");
  });

  it("has no two elements of one id, though values of the question are in it too", () => {
    showAll();
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });
});

describe("words of the form", () => {
  /** Options are texts as well; titles are what the pointer is told. */
  function said(): string[] {
    const titles = [...document.querySelectorAll<HTMLElement>("[title]")];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent ?? "");
    return [...texts, ...titles.map(({ title }) => title)];
  }

  it.each(["creation-under-load", "creation-on-this-machine"])(
    "of %s name no key of the file, and give no number a second meaning",
    (name) => {
      const scenario = presetScenario(name);
      const when = { counter: "percentLogUsed", above: 1, fromSeconds: 0 } as const;
      showAll({
        ...scenario,
        storage: { ...scenario.storage, pushPolicy: "writeAhead" },
        timeline: [
          ...scenario.timeline,
          { when, command: { kind: "updateTable", batchRows: 0 } },
          { atSeconds: 11, command: { kind: "setReportUsers", name: "s", users: 1 } },
        ],
      });
      const texts = said();
      expect(texts.length).toBeGreaterThan(200);
      // The name of a product.
      for (const text of texts.map((one) => one.replace("ioDrive", ""))) {
        expect(text).not.toMatch(/\b[a-z]{2,}[A-Z]\w*/);
        expect(text).not.toMatch(/\b0 = |\bnull\b/);
      }
    },
  );
});
