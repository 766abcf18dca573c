/** Moves the end of the run under way: it then goes on where it would have been over. */
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from "@fluentui/react-components";
import { TimerRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { prolongations, prolongationText } from "../../../../app/domain/run/prolong.ts";
import styles from "./RunBar.module.css";

interface ProlongMenuProps {
  readonly enabled: boolean;
  prolong(seconds: number): void;
}

export function ProlongMenu({ enabled, prolong }: ProlongMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Menu open={open && enabled} onOpenChange={(_, next) => setOpen(next.open)}>
      <MenuTrigger disableButtonEnhancement>
        <Tooltip
          relationship="description"
          content="Moves the run’s end. It is recorded with the run, and done again when that is run again."
        >
          <Button size="small" icon={<TimerRegular />} disabled={!enabled}>
            <span className={styles.inWidestBar}>Prolong…</span>
          </Button>
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {prolongations.map((seconds) => (
            <MenuItem key={seconds} onClick={() => prolong(seconds)}>
              Prolong by {prolongationText(seconds)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
