/** One volume: its name, its device or folder, and the files that are on it. */
import { Button } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { removeVolume, renameVolume } from "../../../../app/domain/scenario-form/edits.ts";
import { printNumber } from "../../../../app/domain/scenario-form/number-text.ts";
import { controlId, useDesigner } from "../designer-context.ts";
import { TextField } from "../fields/TextField.tsx";
import { DevicePanel } from "./DevicePanel.tsx";
import styles from "./StorageSection.module.css";

type FileKind = keyof Scenario["storage"]["placement"];

/** Marks a drag as one of ours: files dropped from outside are for the window. */
const dragType = "application/x-snapscope-placement";
const isFileKind = (text: string): text is FileKind =>
  text === "data" || text === "log" || text === "snapshot" || text === "tempdb";

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
    const file = event.dataTransfer.getData(dragType);
    if (!isFileKind(file)) return;
    event.preventDefault();
    event.stopPropagation();
    edit((current) => setValue(current, ["storage", "placement", file], volume.name));
  };
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
        {(["data", "log", "snapshot", "tempdb"] as const)
          .filter((file) => (storage.placement[file] ?? storage.placement.data) === volume.name)
          .map((file) => (
            <FileChip key={file} file={file} index={index} />
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
};

/** A file that can be moved to another volume by drag, or by Alt and an arrow. */
function FileChip({ file, index }: { readonly file: FileKind; readonly index: number }): ReactNode {
  const { draft, edit } = useDesigner();
  const { storage, server, database } = draft.present.scenario;
  const sizes: Readonly<Record<FileKind, string>> = {
    data: `${printNumber(database.sizeMiB)} MiB`,
    log: `${printNumber(database.logSizeMiB)} MiB`,
    snapshot: "sparse files",
    tempdb: `${printNumber(server.tempdbSizeMiB)} MiB`,
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey) return;
    event.preventDefault();
    const target = storage.volumes[index + step];
    if (target === undefined) return;
    edit((current) => setValue(current, ["storage", "placement", file], target.name));
    // The chip moves to another card: the focus goes with it.
    requestAnimationFrame(() => document.getElementById(controlId(["file", file]))?.focus());
  };
  return (
    <button
      type="button"
      id={controlId(["file", file])}
      className={styles.file}
      data-file={file}
      draggable
      title="Drag to another volume, or press Alt+arrow"
      aria-description="Press Alt and an arrow key to move it to the neighbouring volume"
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, file);
        event.dataTransfer.effectAllowed = "move";
      }}
      onKeyDown={move}
    >
      <span className={styles.fileName}>{fileNames[file]}</span>
      <span className={styles.fileSize}>{sizes[file]}</span>
    </button>
  );
}
