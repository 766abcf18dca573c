import { expect, it } from "vitest";
import { questionBefore } from "./leaving.ts";

it("asks before an experiment would end: not where it goes on, nor where nobody answers", () => {
  const asked = (platform: NodeJS.Platform) =>
    (["reload", "close", "quit", "system"] as const).filter(
      (leave) => questionBefore(leave, platform) !== null,
    );
  expect(asked("linux")).toEqual(["close", "quit"]);
  expect(asked("win32")).toEqual(["close", "quit"]);
  // Without its window the application goes on there.
  expect(asked("darwin")).toEqual(["quit"]);
  expect(questionBefore("quit", "darwin")?.detail).toMatch(/^If you quit it ends here/);
});
