/** One volume: its name, and its device or folder. What lies on it is drawn above the form. */
import { Button } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { removeVolume, renameVolume } from "../../../../app/domain/scenario-form/edits.ts";
import { useDesigner } from "../designer-context.ts";
import { TextField } from "../fields/TextField.tsx";
import { ArraySnapshotsPanel } from "./ArraySnapshotsPanel.tsx";
import { DevicePanel } from "./DevicePanel.tsx";
import styles from "./StorageSection.module.css";

export function VolumeCard({ index }: { readonly index: number }): ReactNode {
  const { draft, edit, problems } = useDesigner();
  const { storage, mode } = draft.present.scenario;
  const volume = storage.volumes[index];
  if (volume === undefined) return null;
  const path = ["storage", "volumes", index];
  const context = `Volume ${volume.name}`;
  const missing = problems.get(`storage.volumes.${index}.${mode === "real" ? "folder" : "device"}`);
  return (
    <section className={styles.volume} aria-label={context}>
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
        <>
          <DevicePanel index={index} device={volume.device} context={context} />
          <ArraySnapshotsPanel index={index} volume={volume} context={context} />
        </>
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
    </section>
  );
}
