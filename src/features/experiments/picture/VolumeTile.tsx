/** A volume as it is drawn: its name, its device or folder, and the files on it; files can be dropped on it. */
import { ErrorCircle16Filled } from "@fluentui/react-icons";
import { type DragEvent, type ReactNode, useState } from "react";
import type { Volume } from "../../../../app/contract/scenario.ts";
import { describeDevice } from "../../../../app/domain/device-text.ts";
import { arrayText } from "../../../../app/domain/scenario-form/array-snapshots.ts";
import { moveFile } from "../../../../app/domain/scenario-form/edits.ts";
import { filesOn } from "../../../../app/domain/scenario-form/files-on-volume.ts";
import { deviceInWords, diskCount } from "../../../../app/domain/storage-text.ts";
import { focusField, useDesigner } from "../designer-context.ts";
import { DiskDots } from "./DiskDots.tsx";
import { draggedFile, dragType, FileChip } from "./FileChip.tsx";
import styles from "./StorageDrawing.module.css";

export function VolumeTile({ index }: { readonly index: number }): ReactNode {
  const { draft, edit, problems } = useDesigner();
  const [over, setOver] = useState(false);
  const { scenario } = draft.present;
  const volume = scenario.storage.volumes[index];
  if (volume === undefined) return null;
  const array = arrayText(volume, scenario);
  const isWrong = [...problems.keys()].some((place) =>
    place.startsWith(`storage.volumes.${index}.`),
  );
  const accepts = (event: DragEvent): boolean => event.dataTransfer.types.includes(dragType);
  const drop = (event: DragEvent): void => {
    setOver(false);
    const dragged = draggedFile(event.dataTransfer.getData(dragType));
    if (dragged === null) return;
    event.preventDefault();
    event.stopPropagation();
    edit((current) => moveFile(current, dragged.file, dragged.from, volume.name));
  };
  return (
    <li
      className={over ? styles.volumeOver : styles.volume}
      aria-label={`Volume ${volume.name}`}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={styles.head}>
        <span className={styles.name} title={volume.name}>
          {volume.name === "" ? "(no name)" : volume.name}
        </span>
        {isWrong && (
          <span className={styles.wrong}>
            <ErrorCircle16Filled aria-label="has an error" />
          </span>
        )}
        <Device index={index} volume={volume} />
      </div>
      {volume.device !== undefined && <DiskDots count={diskCount(volume.device)} />}
      <div className={styles.files}>
        {filesOn(volume.name, scenario).map((files) => (
          <FileChip key={files.file} files={files} volume={volume.name} index={index} />
        ))}
        {array !== null && <span className={styles.array}>{array}</span>}
      </div>
    </li>
  );
}

/** What it is, which leads to where that is changed. */
function Device({ index, volume }: { readonly index: number; readonly volume: Volume }): ReactNode {
  const { device, folder } = volume;
  const isReal = device === undefined;
  const text = isReal ? (folder ?? "default folder") : deviceInWords(device);
  const whole = isReal
    ? `Folder on this machine: ${text}`
    : describeDevice({ ...device, ...("basedOn" in device ? { basedOn: null } : {}) });
  const path = ["storage", "volumes", index, isReal ? "folder" : "device"];
  return (
    <button
      type="button"
      className={styles.device}
      title={`${whole}. Change it under Advanced`}
      onClick={() => focusField(path)}
    >
      {text}
    </button>
  );
}
