import { describe, expect, it } from "vitest";
import { runStates } from "../../contract/events.ts";
import { runActivities, runCommands, takesCommand } from "./run-commands.ts";

/** Every state of a run, and every command. */
const whole = `
  state         pace  pause  resume  step  plan  act  stop  endAtOnce
  starting      yes   yes    -       yes   yes   yes  yes   -
  warmup        yes   yes    -       yes   yes   yes  yes   -
  running       yes   yes    -       yes   yes   yes  yes   -
  paused        yes   -      yes     yes   yes   yes  yes   -
  creating      yes   yes    -       yes   yes   yes  yes   -
  restarting    -     -      -       -     -     -    yes   -
  reverting     -     -      -       -     -     -    yes   -
  restoring     -     -      -       -     -     -    yes   -
  verifying     -     -      -       -     -     -    yes   -
  stopping      -     -      -       -     -     -    -     yes
  disconnected  -     -      -       -     -     -    -     -
  completed     -     -      -       -     -     -    -     -
  failed        -     -      -       -     -     -    -     -
  cancelled     -     -      -       -     -     -    -     -
  interrupted   -     -      -       -     -     -    -     -
`;

const rows = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));

describe("what can be asked of a run", () => {
  it("is in each of its states what this table says", () => {
    const found = runActivities.map((state) => [
      state,
      ...runCommands.map((command) => (takesCommand(state, command) ? "yes" : "-")),
    ]);
    expect([["state", ...runCommands], ...found]).toEqual(rows(whole));
  });

  it("is to stop, in every state of one that goes on", () => {
    for (const state of runStates) {
      if (state !== "ended") expect(takesCommand(state, "stop"), state).toBe(true);
    }
  });

  it("is never both to pause and to go on", () => {
    for (const state of runActivities) {
      const both = takesCommand(state, "pause") && takesCommand(state, "resume");
      expect(both, state).toBe(false);
      const either = takesCommand(state, "pause") || takesCommand(state, "resume");
      expect(either, state).toBe(takesCommand(state, "step"));
    }
  });
});
