/** What a DBA does to the table as a whole. */
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ChevronDownRegular, TableRegular } from "@fluentui/react-icons";
import type { Command } from "../../../app/contract/command.ts";
import { sendCommand } from "./commands.ts";
import styles from "./SteerRow.module.css";

export interface TableMenuProps {
  readonly runId: string;
  readonly enabled: boolean;
}

const choices: readonly (readonly [text: string, command: Command])[] = [
  ["Update every row, 1,000 a batch", { kind: "updateTable", batchRows: 1000 }],
  ["Update every row in one transaction", { kind: "updateTable", batchRows: 0 }],
];

export function TableMenu({ runId, enabled }: TableMenuProps) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" icon={<TableRegular />} disabled={!enabled}>
          Table
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {choices.map(([text, command]) => (
            <MenuItem key={text} onClick={() => void sendCommand(runId, command)}>
              {text}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
