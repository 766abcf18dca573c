/**
 * The names of who wrote records, each kept once. A log has millions of records and a few thousand
 * sources, so a record keeps a number.
 */

/** Records keep the number in 16 bits, and the last of them means that it is not known. */
const maxSources = 65_535;

export class SourceTable {
  readonly #names: string[] = [""];
  readonly #ids = new Map<string, number>([["", 0]]);

  /** By id; 0 is of lines that belong to no record. */
  get names(): readonly string[] {
    return this.#names;
  }

  name(id: number): string {
    return this.#names[id] ?? "";
  }

  idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    // Beyond this many the names tell nothing any more: a damaged file makes them up.
    if (this.#names.length >= maxSources) return 0;
    const id = this.#names.length;
    this.#names.push(name);
    this.#ids.set(name, id);
    return id;
  }
}
