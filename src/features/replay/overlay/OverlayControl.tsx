/** Overlays a run on a recording, changes that, and removes it: a button, and actions of the palette. */
import {
  Button,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { LayerDiagonalRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { useRun } from "../../../state/library/library.ts";
import { useOverlay, useOverlayChoice } from "../../../state/recordings/overlay.ts";
import { useActions } from "../../../state/shell/actions.ts";
import styles from "./OverlayControl.module.css";
import { OverlayDialog } from "./OverlayDialog.tsx";

interface OverlayControlProps {
  readonly recording: RecordingRef;
  /** The recording's own, as far as it is read. */
  readonly timeline: Timeline;
}

export function OverlayControl({ recording, timeline }: OverlayControlProps): ReactNode {
  const [choice, keep] = useOverlayChoice(recording);
  const { problem } = useOverlay(recording);
  const name = useRun(choice?.runId ?? null)?.name;
  const [asking, setAsking] = useState(false);
  const ask = (): void => setAsking(true);
  const remove = (): void => keep(null);
  const title = choice === null ? "Overlay a run…" : "Change the overlaid run…";
  useActions([
    { id: "replay.overlay", title, group: "View", run: ask },
    {
      id: "replay.overlay-remove",
      title: "Remove the overlaid run",
      group: "View",
      enabled: choice !== null,
      run: remove,
    },
  ]);
  return (
    <>
      {choice === null ? (
        <Button
          size="small"
          icon={<LayerDiagonalRegular />}
          aria-label="Overlay a run…"
          title="Overlay a run…"
          onClick={ask}
        >
          <span className={styles.label}>Overlay a run…</span>
        </Button>
      ) : (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <MenuButton
              size="small"
              icon={<LayerDiagonalRegular />}
              className={styles.laid ?? ""}
              aria-label={`Overlaid: ${name ?? "a deleted run"}`}
              title={name}
            >
              <span className={styles.name}>{name ?? "Deleted run"}</span>
            </MenuButton>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={ask}>Change…</MenuItem>
              <MenuItem onClick={remove}>Remove</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      {problem !== null && (
        <span className={styles.problem} role="alert">
          The run cannot be overlaid: {problem}
        </span>
      )}
      {asking && (
        <OverlayDialog
          recording={recording}
          under={timeline}
          choice={choice}
          close={() => setAsking(false)}
          choose={(next) => {
            keep(next);
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
