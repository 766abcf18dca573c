import { expect, it } from "vitest";
import { waitCategory } from "./wait-category.ts";

it("a wait is for the file that it waits for, for another session, or for something else", () => {
  const types = ["FCB_REPLICA_WRITE", "WRITELOG", "PAGEIOLATCH_EX", "PAGELATCH_EX", "LCK_M_U"];
  expect(types.map(waitCategory)).toEqual(["snapshot", "log", "data", "sessions", "sessions"]);
  expect(waitCategory("SOS_SCHEDULER_YIELD")).toBe("other");
});
