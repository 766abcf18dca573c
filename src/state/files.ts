/** Files in and out: the desktop's dialogs where there are any, else what a browser offers. */
import type { FileKind, PickedFile } from "../../app/contract/rpc/host-bridge.ts";
import { runFileExtension } from "../../app/contract/rpc/runs.ts";
import type { ExportedFile } from "../../app/contract/rpc/services.ts";
import { notify } from "./notifications.ts";
import { desktop } from "./platform.ts";

/** Asks where, in the desktop; a browser puts it where it puts downloads. */
export async function saveFile(file: ExportedFile): Promise<void> {
  const bridge = desktop();
  if (bridge === null) {
    download(file);
    notify({ intent: "success", title: `${file.fileName} downloaded` });
    return;
  }
  const path = await bridge.saveFile(file.fileName, file.bytes);
  if (path !== null) notify({ intent: "success", title: "Saved", body: path });
}

function download({ fileName, mediaType, bytes }: ExportedFile): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken the address over by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}

const accepted: Readonly<Record<FileKind, string>> = {
  // An ERRORLOG of the product has no extension, or a number: no filter could name it.
  log: "",
  run: runFileExtension,
};

/** Empty when the user cancels. */
export function pickFiles(kind: FileKind): Promise<readonly PickedFile[]> {
  return desktop()?.openFiles(kind) ?? pickInBrowser(kind);
}

function pickInBrowser(kind: FileKind): Promise<readonly PickedFile[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly PickedFile[]>();
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = accepted[kind];
  input.addEventListener("cancel", () => resolve([]));
  input.addEventListener("change", () => {
    readFiles([...(input.files ?? [])]).then(resolve, reject);
  });
  input.click();
  return promise;
}

export const readFiles = (files: readonly File[]): Promise<PickedFile[]> =>
  Promise.all(
    files.map(async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
