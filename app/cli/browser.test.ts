import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openInBrowser } from "./browser.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snapscope-browser-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const url = "http://127.0.0.1:4711/#token=a-secret-of-this-start";
const untilThere = (file: string) =>
  new Promise<void>((resolve) => {
    const look = () => existsSync(join(folder, file)) && resolve();
    watch(folder, look);
    look();
  });

it.runIf(process.platform === "linux")(
  "gives the browser a file of the user's own, and no secret on a command line",
  async () => {
    const opener = `#!/bin/sh\nprintf '%s' "$*" > ${folder}/part && mv ${folder}/part ${folder}/given\n`;
    writeFileSync(join(folder, "xdg-open"), opener, { mode: 0o755 });
    const environment = { PATH: `${folder}:/bin:/usr/bin` };
    const opened = openInBrowser(url, () => undefined, environment);
    await untilThere("given");
    const file = readFileSync(join(folder, "given"), "utf8");
    expect(file).not.toContain("secret");
    expect(readFileSync(file, "utf8")).toContain(`content="0;url=${url}"`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    opened.remove();
    expect(existsSync(dirname(file))).toBe(false);
  },
);

it("says when there is nothing to open it with", async () => {
  const failed = Promise.withResolvers<void>();
  let times = 0;
  const fail = () => {
    times += 1;
    failed.resolve();
  };
  const opened = openInBrowser(url, fail, { PATH: folder });
  // It could not know: the process that opens it is only begun.
  expect(times).toBe(0);
  await failed.promise;
  opened.remove();
  expect(times).toBe(1);
});
