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
import { maxNonclusteredIndexes } from "../../../app/contract/fields.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { sendCommand } from "./commands.ts";
import styles from "./SteerRow.module.css";

export interface TableMenuProps {
  readonly runId: string;
  readonly scenario: Scenario;
  readonly enabled: boolean;
}

type Choice = readonly [text: string, command: Command];

const updates: readonly Choice[] = [
  ["Update every row, 1,000 a batch", { kind: "updateTable", batchRows: 1000 }],
  ["Update every row in one transaction", { kind: "updateTable", batchRows: 0 }],
];

/** Numbered as the product does: 1 is the clustered index. What the table begins with can be rebuilt. */
const buildsOf = ({ database }: Scenario): readonly Choice[] =>
  Array.from({ length: 1 + maxNonclusteredIndexes }, (_, position) => {
    const index = position + 1;
    const name = index === 1 ? "the clustered index" : `nonclustered index ${index}`;
    const rebuild: Choice = [`Rebuild ${name}`, { kind: "rebuildIndex", index }];
    const create: Choice = [`Create ${name}`, { kind: "createIndex", index }];
    return index > 1 + database.nonclusteredIndexes ? create : rebuild;
  });

export function TableMenu({ runId, scenario, enabled }: TableMenuProps) {
  const choices = [...updates, ...buildsOf(scenario)];
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
