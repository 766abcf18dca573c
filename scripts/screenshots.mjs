// Takes pictures of every screen, typical, empty and in error: in five sizes, light, dark, in high contrast and in forced colours:
//
//   node scripts/screenshots.mjs [playwright arguments]
//
// They go to build/screenshots. The runs in them are virtual, from fixed seeds, so that two pictures
// of the same screen differ only where the screen does. What is shown is in e2e/app/screenshots;
// SNAPSCOPE_SCREENSHOTS=960x600,1280x800/dark takes only those.
import { rmSync } from "node:fs";
import { buildApp } from "./bootstrap/app.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { runCommand } from "./bootstrap/run.mjs";

const args = process.argv.slice(2);
// Asked for some of them, the others stay as they are.
if (args.length === 0) rmSync(inRoot("build", "screenshots"), { recursive: true, force: true });
// The screenshots are of the page as it is now.
await buildApp({ node: process.execPath, env: process.env });
const cli = inRoot("node_modules", "@playwright", "test", "cli.js");
const env = { ...process.env, SNAPSCOPE_SCREENSHOTS: process.env.SNAPSCOPE_SCREENSHOTS ?? "1" };
const command = [cli, "test", "--project=screenshots", "--reporter=list", ...args];
process.exitCode = await runCommand(process.execPath, command, { env });
