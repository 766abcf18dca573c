import { describe, expect, it } from "vitest";
import { runStates } from "../../contract/events.ts";
import { runActivities, takesCommand } from "./run-commands.ts";

describe("what can be asked of a run", () => {
  it("is to stop, in every state of one that goes on", () => {
    for (const state of runStates) {
      if (state !== "ended") expect(takesCommand(state, "stop"), state).toBe(true);
    }
    expect(takesCommand("starting", "stop")).toBe(true);
  });

  it("is to end at once only after it was asked to stop, and not to stop twice", () => {
    const endable = runActivities.filter((activity) => takesCommand(activity, "endAtOnce"));
    expect(endable).toEqual(["stopping"]);
    expect(takesCommand("stopping", "stop")).toBe(false);
  });

  it("is nothing once it is over", () => {
    for (const over of ["completed", "failed", "cancelled", "interrupted"] as const) {
      for (const command of ["pace", "act", "stop", "endAtOnce"] as const) {
        expect(takesCommand(over, command), over).toBe(false);
      }
    }
  });
});
