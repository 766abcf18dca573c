/** Captures on a library of their own, without the rest of the services, for tests. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "better-sqlite3";
import type { FileRef } from "../../../contract/rpc/captures.ts";
import { FileRefs, type MayRead } from "../../file-refs.ts";
import { openDatabase } from "../../library/open-database.ts";
import { captureWorkerEntry } from "../../project-paths.ts";
import { Recordings } from "../../recordings/recordings-service.ts";
import { unwrap } from "../../testing/scratch-services.ts";
import { Uploads } from "../../uploads/uploads.ts";
import { CaptureStore } from "../capture-store.ts";
import { Captures } from "../captures-service.ts";
import { OpenCaptures } from "../open-captures.ts";

export const fakeWorkerEntry = fileURLToPath(new URL("fake-worker.ts", import.meta.url));

export interface ScratchOptions {
  readonly worker?: string;
  readonly maxHeapMiB?: number;
  readonly maxCopiedBytes?: number;
  readonly mayRead?: MayRead;
}

export class ScratchCaptures {
  readonly folder = mkdtempSync(join(tmpdir(), "snapscope-captures-"));
  readonly database: Database = unwrap(openDatabase(join(this.folder, "data")));
  readonly store = new CaptureStore(this.database);
  readonly uploads = new Uploads(join(this.folder, "data"));
  readonly captures: Captures;
  /** Every one of them is a capture. */
  readonly recordings: Recordings;
  readonly #open: OpenCaptures;

  constructor({ worker, maxHeapMiB, maxCopiedBytes, mayRead = () => true }: ScratchOptions = {}) {
    const entry = worker ?? captureWorkerEntry;
    this.#open = new OpenCaptures(maxHeapMiB === undefined ? { entry } : { entry, maxHeapMiB });
    this.captures = new Captures({
      store: this.store,
      files: new FileRefs(this.uploads, mayRead),
      open: this.#open,
      ...(maxCopiedBytes === undefined ? {} : { maxCopiedBytes }),
    });
    this.recordings = new Recordings({ run: this.captures, capture: this.captures });
  }

  /** A file somewhere on this machine. */
  file(name: string, content: string | Uint8Array): FileRef & { readonly path: string } {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return { name, path };
  }

  async upload(name: string, content: string): Promise<FileRef> {
    const { upload } = unwrap(await this.uploads.begin());
    unwrap(await this.uploads.append(upload, new TextEncoder().encode(content)));
    return { name, upload };
  }

  async dispose(): Promise<void> {
    await this.#open.close();
    this.uploads.close();
    this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
