/** The bar over the form: what is designed, what was changed, undo, files, and Run. */
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from "@fluentui/react-components";
import {
  ArrowRedoRegular,
  ArrowSortRegular,
  ArrowUndoRegular,
  DataScatterRegular,
  InkStrokeRegular,
  MoreHorizontalRegular,
  PlayFilled,
} from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { ButtonKbd } from "../../components/ui/Kbd.tsx";
import { ariaKeys, keyCaps } from "../../state/shell/keys.ts";
import { isMac } from "../../state/shell/platform.ts";
import styles from "./DesignerBar.module.css";
import type { DesignerCommands } from "./use-designer-commands.ts";

interface DesignerBarProps {
  readonly title: string;
  /** "preset; 2 values changed; sweep of users 10, 20, 40". */
  readonly origin: string;
  readonly own: boolean;
  readonly starting: boolean;
  readonly commands: DesignerCommands;
}

export function DesignerBar(props: DesignerBarProps): ReactNode {
  const { title, origin, starting, commands } = props;
  const mac = isMac();
  return (
    <section className={styles.bar} aria-label="Experiment">
      <div className={styles.names}>
        <span className={styles.title} title={title}>
          {title}
        </span>
        <span className={styles.origin} title={origin}>
          {origin}
        </span>
      </div>
      <div className={styles.tools}>
        <Tooltip content="Undo (Ctrl+Z)" relationship="label">
          <Button
            appearance="subtle"
            icon={<ArrowUndoRegular />}
            disabled={!commands.canUndo}
            onClick={commands.undo}
          />
        </Tooltip>
        <Tooltip content="Redo (Ctrl+Y)" relationship="label">
          <Button
            appearance="subtle"
            icon={<ArrowRedoRegular />}
            disabled={!commands.canRedo}
            onClick={commands.redo}
          />
        </Tooltip>
        <MoreMenu {...props} />
      </div>
      <Button icon={<ArrowSortRegular />} disabled={!commands.canRun} onClick={commands.compare}>
        Compare with…
      </Button>
      {commands.sweep !== null && (
        <Button
          icon={<DataScatterRegular />}
          disabled={!commands.canRun}
          title={commands.sweep.title}
          onClick={commands.sweep.run}
        >
          {`Run sweep of ${countOf(commands.sweep.runs, "run")}`}
        </Button>
      )}
      <Button
        className={styles.expect ?? ""}
        icon={<InkStrokeRegular />}
        disabled={!commands.canRun}
        title="Draw what you expect: the run pauses where it begins; draw on a lane, resume, and see how far you were off"
        onClick={commands.expect}
      >
        <span className={styles.inWideBar}>Draw what you expect</span>
      </Button>
      <Button
        appearance="primary"
        icon={<PlayFilled />}
        disabled={!commands.canRun}
        disabledFocusable={starting}
        aria-keyshortcuts={ariaKeys("Ctrl+Enter", mac)}
        onClick={commands.run}
      >
        {starting ? "Starting…" : "Run"}
        <ButtonKbd caps={keyCaps("Ctrl+Enter", mac)} />
      </Button>
    </section>
  );
}

function MoreMenu({ own, commands }: DesignerBarProps): ReactNode {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Tooltip content="Save, load, copy, sweep, reset" relationship="label">
          <Button appearance="subtle" icon={<MoreHorizontalRegular />} />
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={commands.saveAs}>
            {own ? "Duplicate as…" : "Save as my own experiment…"}
          </MenuItem>
          <MenuItem onClick={commands.load}>Load scenario file…</MenuItem>
          <MenuItem onClick={commands.saveFile}>Save scenario file</MenuItem>
          <MenuItem onClick={commands.copyJson}>Copy scenario as JSON</MenuItem>
          <MenuDivider />
          <MenuItem onClick={commands.chooseSwept}>Sweep a value…</MenuItem>
          <MenuItem onClick={commands.resetAll} disabled={!commands.canReset}>
            Reset all values
          </MenuItem>
          {own && <MenuItem onClick={commands.remove}>Delete this experiment</MenuItem>}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
