/** Files of a kind that are on a volume, which can be moved to another by drag, or by Alt and an arrow. */
import type { KeyboardEvent, ReactNode } from "react";
import { type FileKind, moveFile } from "../../../../app/domain/scenario-form/edits.ts";
import type { FilesOnVolume } from "../../../../app/domain/scenario-form/files-on-volume.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import styles from "./StorageDrawing.module.css";

/** Marks a drag as one of ours: files dropped from outside are for the window. */
export const dragType = "application/x-snapscope-placement";

/** What is dragged: a kind of file, and the volume that it comes from. */
const dragText = (file: FileKind, from: string) => `${file} ${from}`;

export function draggedFile(
  text: string,
): { readonly file: FileKind; readonly from: string } | null {
  const [, file, from] = /^(data|log|snapshot|tempdb|backup) (.*)$/.exec(text) ?? [];
  return file === undefined || from === undefined ? null : { file: file as FileKind, from };
}

interface FileChipProps {
  readonly files: FilesOnVolume;
  readonly volume: string;
  /** The index of the volume. */
  readonly index: number;
}

export function FileChip({ files, volume, index }: FileChipProps): ReactNode {
  const { draft, edit } = useDesigner();
  const { storage } = draft.present.scenario;
  const { file, name, size, isPlanned } = files;
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey) return;
    event.preventDefault();
    const target = storage.volumes[index + step];
    if (target === undefined) return;
    edit((current) => moveFile(current, file, volume, target.name));
    // The chip moves to another tile: the focus goes with it.
    const moved = controlId(["file", file, target.name]);
    requestAnimationFrame(() => document.getElementById(moved)?.focus());
  };
  return (
    <button
      type="button"
      id={controlId(["file", file, volume])}
      className={styles.file}
      data-file={file}
      data-planned={isPlanned}
      draggable
      title="Drag to another volume, or press Alt and an arrow key"
      aria-description="Press Alt and an arrow key to move it to the neighbouring volume"
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, dragText(file, volume));
        event.dataTransfer.effectAllowed = "move";
      }}
      onKeyDown={move}
    >
      <span className={styles.fileName}>{name}</span>
      <span className={styles.fileSize}>{size}</span>
    </button>
  );
}
