/**
 * The files that the user has chosen: in a dialog, by a drop, or for the application to open. The page may
 * have the services read these and no others.
 */
import { resolve } from "node:path";

export class ChosenFiles {
  readonly #paths = new Set<string>();

  add(path: string): void {
    this.#paths.add(resolve(path));
  }

  has(path: string): boolean {
    return this.#paths.has(resolve(path));
  }
}
