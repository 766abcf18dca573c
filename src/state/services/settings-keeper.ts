/**
 * Keeps settings: a write is seen at once and saved soon, the newest value of a key only; what could
 * not be saved is saved when the services are back.
 */

export interface KeeperHost {
  /** False when the value could not be saved now. */
  save(key: string, value: unknown): Promise<boolean>;
  /** Calls once, later; the returned function takes that back. */
  later(task: () => void): () => void;
}

type Listener = () => void;

export class SettingsKeeper {
  readonly #host: KeeperHost;
  readonly #values = new Map<string, unknown>();
  readonly #unsaved = new Set<string>();
  readonly #listeners = new Set<Listener>();
  #cancelSave: (() => void) | null = null;
  #saving: Promise<void> = Promise.resolve();

  constructor(host: KeeperHost) {
    this.#host = host;
  }

  /** What the services keep. A value written here since, and not yet saved, is newer. */
  load(stored: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(stored)) {
      if (!this.#unsaved.has(key)) this.#values.set(key, value);
    }
    this.#tell();
  }

  get(key: string): unknown {
    return this.#values.get(key);
  }

  put(key: string, value: unknown): void {
    if (Object.is(this.#values.get(key), value)) return;
    this.#values.set(key, value);
    this.#unsaved.add(key);
    this.#tell();
    this.#cancelSave ??= this.#host.later(() => void this.flush());
  }

  /** What was written here and is not known to be kept, or is on its way. */
  unsaved(): Record<string, unknown> {
    return Object.fromEntries([...this.#unsaved].map((key) => [key, this.#values.get(key)]));
  }

  /** Saves what is unsaved, in order of writing; one save at a time, so that none overtakes. */
  flush(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    this.#saving = this.#saving.then(() => this.#saveAll());
    return this.#saving;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #saveAll(): Promise<void> {
    for (const key of [...this.#unsaved]) {
      const value = this.#values.get(key);
      const saved = await this.#host.save(key, value);
      if (saved && Object.is(this.#values.get(key), value)) this.#unsaved.delete(key);
    }
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
