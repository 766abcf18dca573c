/** What `serve` is told on the command line. */
import { InvalidArgumentError } from "commander";

export interface ServeOptions {
  readonly port: number;
  readonly open?: true;
}

/** For commander: what --port accepts. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && text.trim() !== "") return port;
  throw new InvalidArgumentError("A port is a number from 1 to 65535, or 0 for a free one.");
}
