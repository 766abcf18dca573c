import { expect, it } from "vitest";
import { type Notice, PageRecovery, type RecoveringWindow } from "./page-recovery.ts";

const loadAgain = "Load it again";

/** A window whose user presses the buttons that are given, then the first ones. */
function opened(...pressed: string[]) {
  const done: string[] = [];
  const logged: string[] = [];
  const notices: Notice[] = [];
  let nowMs = 0;
  const window: RecoveringWindow = {
    load: () => void done.push("load"),
    endPage: () => void done.push("end the page"),
    ask: (notice) => {
      notices.push(notice);
      const button = pressed.shift();
      return Promise.resolve(button === undefined ? 0 : notice.buttons.indexOf(button));
    },
    exportLog: () => Promise.resolve(void done.push("export the log")),
    quit: () => void done.push("quit"),
  };
  const recovery = new PageRecovery(
    window,
    (text) => void logged.push(text),
    () => nowMs,
  );
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { recovery, window, done, logged, notices, pass };
}

it("loads a page that crashed, and says so", async () => {
  const { recovery, done, logged, notices } = opened();
  await recovery.gone("oom", 5);
  expect(done).toEqual(["load"]);
  expect(logged).toEqual(["its process ended (oom, exit code 5)"]);
  expect(notices[0]?.message).toContain("crashed and was loaded again");
  expect(notices[0]?.detail).toContain("oom, exit code 5");
});

it("asks before it loads a page that crashes again and again", async () => {
  const { recovery, done, notices, pass } = opened("OK", "OK", "OK", "Export log…", "Quit");
  for (let crash = 0; crash < 4; crash += 1) await recovery.gone("crashed", 11);
  expect(done).toEqual(["load", "load", "load", "export the log", "quit"]);
  expect(notices.at(-1)?.message).toContain("again and again");
  pass(60_000);
  await recovery.gone("crashed", 11);
  expect(done.at(-1)).toBe("load");
});

it("lets the user end a page that hangs, and loads it then without another word", async () => {
  const { recovery, done, notices } = opened(loadAgain);
  await recovery.hangs();
  expect(done).toEqual(["end the page"]);
  await recovery.gone("killed", 9);
  expect(done).toEqual(["end the page", "load"]);
  expect(notices).toHaveLength(1);
});

it("waits where the user wants to, and asks no more once the page answers", async () => {
  const { recovery, window, done } = opened();
  await recovery.hangs();
  expect(done).toEqual([]);
  let taken: AbortSignal | undefined;
  const asked = Promise.withResolvers<number>();
  window.ask = (_notice, signal) => {
    taken = signal;
    return asked.promise;
  };
  const hangs = recovery.hangs();
  recovery.answersAgain();
  expect(taken?.aborted).toBe(true);
  asked.resolve(1);
  await hangs;
  expect(done).toEqual([]);
});
