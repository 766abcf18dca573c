/** The volumes with their devices, and on each the files that lie there, which can be moved from one to another. */
import { Button, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { usedVolumes } from "../../../../app/contract/placement.ts";
import { adviceOn } from "../../../../app/domain/scenario-form/advice.ts";
import { setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { useDesigner } from "../designer-context.ts";
import styles from "./StorageDrawing.module.css";
import { VolumeTile } from "./VolumeTile.tsx";

export function StorageDrawing(): ReactNode {
  const { volumes } = useDesigner().draft.present.scenario.storage;
  return (
    <>
      <ul className={styles.volumes} aria-label="Volumes and their files">
        {volumes.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a volume is known by its place; its name is being typed
          <VolumeTile key={index} index={index} />
        ))}
      </ul>
      {volumes.length > 1 && (
        <p className={styles.hint}>
          Drag a file to another volume, or focus it and press Alt and an arrow key.
        </p>
      )}
      <PlacementAdvice />
    </>
  );
}

/** A warning of files that should be apart, with the way to part them. */
function PlacementAdvice(): ReactNode {
  const { draft, edit } = useDesigner();
  const { storage } = draft.present.scenario;
  const advice = adviceOn(draft.present.scenario).filter(
    ({ kind, path }) => kind === "warning" && path[1] === "placement",
  );
  const used = usedVolumes(storage.placement);
  const free = storage.volumes.find(({ name }) => !used.includes(name));
  return advice.map(({ id, path, text }) => (
    <MessageBar key={id} intent="warning" className={styles.advice}>
      <MessageBarBody>{text}</MessageBarBody>
      {free !== undefined && (
        <MessageBarActions>
          <Button
            size="small"
            onClick={() => edit((current) => setValue(current, path, free.name))}
          >
            Move to {free.name}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  ));
}
