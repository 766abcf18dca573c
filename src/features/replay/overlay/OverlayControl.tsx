/** Lays a run over a capture, changes that, and takes it off: a button, and actions of the palette. */
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
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { useActions } from "../../../state/actions.ts";
import { useRun } from "../../../state/library.ts";
import { useOverlay, useOverlayChoice } from "../../../state/overlay.ts";
import styles from "./OverlayControl.module.css";
import { OverlayDialog } from "./OverlayDialog.tsx";

interface OverlayControlProps {
  readonly captureId: string;
  /** The capture's own, as far as it is read. */
  readonly timeline: Timeline;
}

export function OverlayControl({ captureId, timeline }: OverlayControlProps): ReactNode {
  const [choice, keep] = useOverlayChoice(captureId);
  const { problem } = useOverlay(captureId);
  const name = useRun(choice?.runId ?? null)?.name;
  const [asking, setAsking] = useState(false);
  const ask = (): void => setAsking(true);
  const remove = (): void => keep(null);
  const title = choice === null ? "Lay over a run…" : "Change the run that is laid over…";
  useActions([
    { id: "capture.overlay", title, group: "View", run: ask },
    {
      id: "capture.overlay-remove",
      title: "Take the run off the log",
      group: "View",
      enabled: choice !== null,
      run: remove,
    },
  ]);
  return (
    <>
      {choice === null ? (
        <Button size="small" icon={<LayerDiagonalRegular />} onClick={ask}>
          Lay over a run…
        </Button>
      ) : (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <MenuButton
              size="small"
              icon={<LayerDiagonalRegular />}
              className={styles.laid ?? ""}
              aria-label={`Laid over: ${name ?? "a run that is gone"}`}
              title={name}
            >
              <span className={styles.name}>{name ?? "Run is gone"}</span>
            </MenuButton>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={ask}>Change…</MenuItem>
              <MenuItem onClick={remove}>Take it off</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      {problem !== null && (
        <span className={styles.problem} role="alert">
          The run cannot be laid over: {problem}
        </span>
      )}
      {asking && (
        <OverlayDialog
          captureId={captureId}
          capture={timeline}
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
