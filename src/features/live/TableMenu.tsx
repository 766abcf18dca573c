/** What a DBA does to the table as a whole. */
import {
  Button,
  Menu,
  MenuItem,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ChevronDownRegular, TableRegular } from "@fluentui/react-icons";
import { useState } from "react";
import type { Command } from "../../../app/contract/command.ts";
import { maxNonclusteredIndexes } from "../../../app/contract/fields.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { refusedWith } from "../../../app/contract/tpcc.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { sendCommand } from "./commands.ts";
import styles from "./SteerRow.module.css";
import { nextCopyName, tablesOf } from "./steering.ts";

export interface TableMenuProps {
  readonly runId: string;
  readonly timeline: Timeline;
  readonly scenario: Scenario;
  readonly enabled: boolean;
}

type Choice = readonly [text: string, command: Command];

const updates: readonly Choice[] = [
  ["Update every row, 1,000 a batch", { kind: "updateTable", batchRows: 1000 }],
  ["Update every row in one transaction", { kind: "updateTable", batchRows: 0 }],
];

const damage: Choice = ["Damage a page on the disk", { kind: "damagePage", page: null }];

const copiedRows = [10_000, 100_000];

/** SELECT INTO: a table of a few MB, and one that a snapshot notices. */
function copiesOf(timeline: Timeline, scenario: Scenario): readonly Choice[] {
  const name = nextCopyName(timeline, scenario);
  return copiedRows.map((rows) => [
    `Select ${formatNumber(rows)} rows into ${name}`,
    { kind: "selectInto", name, rows },
  ]);
}

const dropsOf = (timeline: Timeline): readonly Choice[] =>
  tablesOf(timeline).map((name) => [`Drop table ${name}`, { kind: "dropTable", name }]);

/** Numbered as the product does: 1 is the clustered index. What the table begins with can be rebuilt. */
const buildsOf = (
  { database }: Scenario,
  online: boolean,
  sortInTempdb: boolean,
): readonly Choice[] =>
  Array.from({ length: 1 + maxNonclusteredIndexes }, (_, position) => {
    const index = position + 1;
    const name = index === 1 ? "the clustered index" : `nonclustered index ${index}`;
    const rebuild: Choice = [`Rebuild ${name}`, { kind: "rebuildIndex", index, online }];
    const create: Choice = [`Create ${name}`, { kind: "createIndex", index, online, sortInTempdb }];
    return index > 1 + database.nonclusteredIndexes ? create : rebuild;
  });

export function TableMenu({ runId, timeline, scenario, enabled }: TableMenuProps) {
  const [build, setBuild] = useState<string[]>([]);
  const why = refusedWith(scenario.workload.profile, "updateTable");
  const choices = [
    ...updates,
    ...copiesOf(timeline, scenario),
    ...dropsOf(timeline),
    damage,
    ...buildsOf(scenario, build.includes("online"), build.includes("sortInTempdb")),
  ];
  return (
    <Menu
      checkedValues={{ build }}
      onCheckedValueChange={(_, { checkedItems }) => setBuild(checkedItems)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          icon={<TableRegular />}
          disabled={!enabled || why !== null}
          title={why === null ? undefined : `What changes the table as a whole ${why}`}
        >
          Table
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItemCheckbox name="build" value="online" persistOnClick>
            Build indexes online
          </MenuItemCheckbox>
          <MenuItemCheckbox name="build" value="sortInTempdb" persistOnClick>
            Sort new indexes in tempdb
          </MenuItemCheckbox>
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
