// @vitest-environment happy-dom

import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { TimelineEvent } from "../../../../app/contract/rpc/timeline-data.ts";
import { scenarioSchema } from "../../../../app/contract/scenario.ts";
import { plainScenario } from "../../../../app/contract/testing/scenarios.ts";
import { timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../../components/testing/render.tsx";
import * as commands from "../commands.ts";
import { UsersControl } from "./UsersControl.tsx";

const scenario = scenarioSchema.parse(plainScenario);
const { users } = scenario.workload;
const sendCommand = vi.spyOn(commands, "sendCommand");
beforeEach(() => {
  sendCommand.mockReset().mockResolvedValue(true);
});

const at = (events: readonly TimelineEvent[]) => (
  <UsersControl runId="r" timeline={timelineOf([...events])} scenario={scenario} enabled />
);
const field = () => screen.getByLabelText<HTMLInputElement>("Number of users");
const type = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.keyDown(field(), { key: "Enter" });
};
const told = (atMs: number, of: number, outcome: "applied" | "refused"): TimelineEvent => ({
  kind: "command",
  atNs: atMs * 1e6,
  command: { kind: "setUsers", users: of },
  outcome,
});

it("shows a number that was asked for until the run refuses it", () => {
  const before = [told(0, users, "applied")];
  const { rerender } = show(at(before));
  type("500");
  expect(sendCommand).toHaveBeenCalledWith("r", { kind: "setUsers", users: 500 });
  rerender(at(before));
  expect(field().value).toBe("500");
  rerender(at([...before, told(1000, 500, "refused")]));
  expect(field().value).toBe(String(users));
});

it("shows it no longer when it could not even be sent", async () => {
  sendCommand.mockResolvedValue(false);
  show(at([]));
  type("500");
  await vi.waitFor(() => expect(field().value).toBe(String(users)));
});

it("shows what the run has while another number was asked for after it", () => {
  const { rerender } = show(at([]));
  type("500");
  rerender(at([told(0, 500, "applied"), told(100, 7, "applied")]));
  expect(field().value).toBe(String(users));
});
