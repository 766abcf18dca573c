/** One volume: its name, its device or folder, and the files that are on it. */
import { Button } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { backupVolumes, placedFiles } from "../../../../app/contract/placement.ts";
import { formatExact } from "../../../../app/domain/format/numbers.ts";
import {
  type FileKind,
  moveFile,
  removeVolume,
  renameVolume,
} from "../../../../app/domain/scenario-form/edits.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import { TextField } from "../fields/TextField.tsx";
import { DevicePanel } from "./DevicePanel.tsx";
import styles from "./StorageSection.module.css";

/** Marks a drag as one of ours: files dropped from outside are for the window. */
const dragType = "application/x-snapscope-placement";

/** What is dragged: a kind of file, and the volume that it comes from. */
const dragText = (file: FileKind, from: string) => `${file} ${from}`;

function draggedFile(text: string): { readonly file: FileKind; readonly from: string } | null {
  const [, file, from] = /^(data|log|snapshot|tempdb|backup) (.*)$/.exec(text) ?? [];
  return file === undefined || from === undefined ? null : { file: file as FileKind, from };
}

export function VolumeCard({ index }: { readonly index: number }): ReactNode {
  const { draft, edit, problems } = useDesigner();
  const [over, setOver] = useState(false);
  const { storage, mode } = draft.present.scenario;
  const volume = storage.volumes[index];
  if (volume === undefined) return null;
  const path = ["storage", "volumes", index];
  const context = `Volume ${volume.name}`;
  const missing = problems.get(`storage.volumes.${index}.${mode === "real" ? "folder" : "device"}`);
  const accepts = (event: DragEvent): boolean => event.dataTransfer.types.includes(dragType);
  const drop = (event: DragEvent): void => {
    setOver(false);
    const dragged = draggedFile(event.dataTransfer.getData(dragType));
    if (dragged === null) return;
    event.preventDefault();
    event.stopPropagation();
    edit((current) => moveFile(current, dragged.file, dragged.from, volume.name));
  };
  const chips: readonly Chip[] = [
    ...placedFiles(draft.present.scenario).map((files) => ({
      ...files,
      size: `${formatExact(Math.ceil(files.sizeMiB))} MiB`,
    })),
    { volume: storage.placement.snapshot, file: "snapshot", count: 1, size: "sparse files" },
    ...backupVolumes(storage.placement).map(
      (on): Chip => ({ volume: on, file: "backup", count: 1, size: "a file each" }),
    ),
  ];
  return (
    <section
      className={over ? styles.volumeOver : styles.volume}
      aria-label={context}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={styles.volumeHead}>
        <TextField
          path={[...path, "name"]}
          label="Volume"
          context={`${index + 1}`}
          compact
          take={(name) => edit((current) => renameVolume(current, index, name))}
        />
        {storage.volumes.length > 1 && (
          <Button
            appearance="subtle"
            size="small"
            icon={<DeleteRegular />}
            aria-label={`Remove volume ${volume.name}`}
            title="Remove; its files go to the first volume left"
            onClick={() => edit((current) => removeVolume(current, index))}
          />
        )}
      </div>
      {volume.device !== undefined && (
        <DevicePanel index={index} device={volume.device} context={context} />
      )}
      {volume.device === undefined && (
        <TextField
          path={[...path, "folder"]}
          context={context}
          placeholder="default folder"
          compact
          mono
        />
      )}
      {missing !== undefined && volume.folder === undefined && mode === "real" && (
        <p className={styles.problem}>{missing}</p>
      )}
      <div className={styles.files}>
        {chips
          .filter((chip) => chip.volume === volume.name)
          .map((chip) => (
            <FileChip key={chip.file} chip={chip} index={index} />
          ))}
      </div>
    </section>
  );
}

const fileNames: Readonly<Record<FileKind, string>> = {
  data: "Data files",
  log: "Log file",
  snapshot: "Snapshots",
  tempdb: "tempdb",
  backup: "Backups",
};

/** Files of a kind that are on a volume. */
interface Chip {
  readonly volume: string;
  readonly file: FileKind;
  readonly count: number;
  /** In words where they grow. */
  readonly size: string;
}

interface FileChipProps {
  readonly chip: Chip;
  readonly index: number;
}

/** A file that can be moved to another volume by drag, or by Alt and an arrow. */
function FileChip({ chip, index }: FileChipProps): ReactNode {
  const { draft, edit } = useDesigner();
  const { storage } = draft.present.scenario;
  const { volume, file, count, size } = chip;
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey) return;
    event.preventDefault();
    const target = storage.volumes[index + step];
    if (target === undefined) return;
    edit((current) => moveFile(current, file, volume, target.name));
    // The chip moves to another card: the focus goes with it.
    const moved = controlId(["file", file, target.name]);
    requestAnimationFrame(() => document.getElementById(moved)?.focus());
  };
  return (
    <button
      type="button"
      id={controlId(["file", file, volume])}
      className={styles.file}
      data-file={file}
      draggable
      title="Drag to another volume, or press Alt+arrow"
      aria-description="Press Alt and an arrow key to move it to the neighbouring volume"
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, dragText(file, volume));
        event.dataTransfer.effectAllowed = "move";
      }}
      onKeyDown={move}
    >
      <span className={styles.fileName}>
        {count === 1 ? fileNames[file] : `${count} ${fileNames[file].toLowerCase()}`}
      </span>
      <span className={styles.fileSize}>{size}</span>
    </button>
  );
}
