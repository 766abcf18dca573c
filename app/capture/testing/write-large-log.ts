/**
 * Writes a large ERRORLOG for measurements:
 *
 *   node app/capture/testing/write-large-log.ts FILE [bytes] [utf-8 | utf-16le] [seed]
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { argv, exit, stderr } from "node:process";
import { largeLog } from "./large-log.ts";

const [, , path, bytesText = "1000000000", encoding = "utf-8", seedText = "1"] = argv;
if (path === undefined || (encoding !== "utf-8" && encoding !== "utf-16le")) {
  stderr.write("usage: write-large-log.ts FILE [bytes] [utf-8 | utf-16le] [seed]\n");
  exit(2);
}
const isWide = encoding === "utf-16le";
const file = openSync(path, "w");
let written = isWide ? writeSync(file, Buffer.from([0xff, 0xfe])) : 0;
const characters = Number(bytesText) / (isWide ? 2 : 1);
for (const piece of largeLog({ seed: Number(seedText), characters, lineEnd: "\r\n" })) {
  written += writeSync(file, Buffer.from(piece, isWide ? "utf16le" : "utf8"));
}
closeSync(file);
stderr.write(`${path}: ${written} bytes\n`);
