// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Sweep } from "../../../app/contract/sweep.ts";
import { presetScenario } from "../../../app/domain/scenario-form/testing/presets.ts";
import { show } from "../../components/testing/render.tsx";
import { NumberField } from "./fields/NumberField.tsx";
import { SweepDialog } from "./SweepDialog.tsx";
import { SweptFieldDialog } from "./SweptFieldDialog.tsx";
import { showDesigner } from "./testing/designer.tsx";

const scenario = presetScenario("creation-under-load");
const users = ["workload", "users"] as const;
const rows = { path: "database.rowBytes", values: [100, 200] };

function ask(sweep: Sweep | null) {
  const take = vi.fn();
  show(<SweepDialog path={users} scenario={scenario} {...{ sweep, take }} close={vi.fn()} />);
  const values = screen.getByLabelText<HTMLInputElement>("Values");
  const vary = (text: string) => {
    fireEvent.change(values, { target: { value: text } });
    fireEvent.click(screen.getByRole("button", { name: "Vary" }));
  };
  return { take, values, vary };
}

// The motion of a dialog would outlive its test.
beforeAll(() => {
  Object.defineProperty(Element.prototype, "animate", { value: undefined });
});

describe("the sweep of a field", () => {
  it("begins with its value, and takes a list or a range", () => {
    const { take, values, vary } = ask(null);
    expect(values.value).toBe(String(scenario.workload.users));
    vary("10, 20");
    vary("100..400/100");
    expect(take.mock.calls.map(([sweep]) => sweep)).toEqual([
      { parameters: [{ path: "workload.users", values: [10, 20] }], repeats: 10 },
      { parameters: [{ path: "workload.users", from: 100, to: 400, step: 100 }], repeats: 10 },
    ]);
  });

  it("joins what is varied already, and can be taken out of it", () => {
    const varied = { path: "workload.users", from: 10, to: 30, step: 10 };
    const { take, values, vary } = ask({ parameters: [rows, varied], repeats: 3 });
    expect(values.value).toBe("10..30/10");
    expect(screen.getByText(/^6 points, 18 runs with row width, which varies too/)).toBeTruthy();
    vary("10");
    fireEvent.click(screen.getByRole("button", { name: "Do not vary" }));
    expect(take.mock.calls.map(([sweep]) => sweep)).toEqual([
      { parameters: [rows, { path: "workload.users", values: [10] }], repeats: 3 },
      { parameters: [rows], repeats: 3 },
    ]);
  });

  it.each([
    ["", "no value is given"],
    ["10..20/0", "allowed: more than 0"],
    ["20..10/1", "allowed: upwards"],
    ["10, -1", "‘Users’: -1 is not allowed; allowed: an integer from 0 to 10,000"],
  ])("is refused as %j with what is allowed", (text, why) => {
    const { take, vary } = ask(null);
    vary(text);
    expect(screen.getByRole("alert").textContent).toContain(why);
    expect(take).not.toHaveBeenCalled();
  });

  it("is told with its values at the field, which keeps the value of a run alone", () => {
    const varied = { path: "workload.users", values: [10, 20, 40] };
    const sweep = { parameters: [varied], repeats: 3 };
    showDesigner(scenario, () => <NumberField path={users} />, undefined, sweep);
    expect(screen.getByText("Sweep: 10, 20, 40.")).toBeTruthy();
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Users" });
    expect(field.value).toBe(String(scenario.workload.users));
  });

  it("can be asked for by the name of any value, wherever its field is", async () => {
    const choose = vi.fn();
    show(<SweptFieldDialog {...{ scenario, choose }} close={vi.fn()} />);
    const picker = screen.getByRole("combobox", { name: "What is to vary" });
    fireEvent.click(picker);
    fireEvent.change(picker, { target: { value: "think" } });
    fireEvent.click(await screen.findByRole("option", { name: /^Think time, ms/ }));
    expect(choose).toHaveBeenCalledWith(["workload", "thinkTimeMs"]);
  });

  it("is asked for by a button at the field, and by a key in it", () => {
    const asked = vi.fn();
    showDesigner(scenario, () => <NumberField path={users} />, asked);
    fireEvent.click(screen.getByRole("button", { name: "Sweep Users…" }));
    expect(asked).toHaveBeenCalledWith(["workload", "users"]);
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Users" }), { key: "v", altKey: true });
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
