/** The server goes down, with or without notice, and comes up again. */
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ArrowClockwiseRegular, ChevronDownRegular } from "@fluentui/react-icons";
import { sendCommand } from "./commands.ts";
import styles from "./SteerRow.module.css";

export interface RestartServerProps {
  readonly runId: string;
  readonly enabled: boolean;
}

const modes = [
  ["clean", "After a clean shutdown"],
  ["crash", "After a crash"],
] as const;

export function RestartServer({ runId, enabled }: RestartServerProps) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" icon={<ArrowClockwiseRegular />} disabled={!enabled}>
          Restart server
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {modes.map(([mode, text]) => (
            <MenuItem
              key={mode}
              onClick={() => void sendCommand(runId, { kind: "restartServer", mode })}
            >
              {text}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
