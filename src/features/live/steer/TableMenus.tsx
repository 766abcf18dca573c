/** What is done to the table as a whole, and to its indexes. */
import { MenuDivider, MenuItem, MenuItemCheckbox } from "@fluentui/react-components";
import { TableLightningRegular, TableRegular } from "@fluentui/react-icons";
import { useState } from "react";
import type { Command } from "../../../../app/contract/command.ts";
import { refusedWith } from "../../../../app/contract/tpcc.ts";
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import {
  indexesOf,
  nextCopyName,
  nextIndex,
  tablesOf,
} from "../../../../app/domain/run/steering.ts";
import { sendCommand } from "../commands.ts";
import { SubMenu } from "./SteerMenu.tsx";
import type { AskingProps, SteerProps } from "./steer-props.ts";

type Choice = readonly [text: string, command: Command];

const updates: readonly Choice[] = [
  ["Update every row, 1,000 a batch", { kind: "updateTable", batchRows: 1000 }],
  ["Update every row in one transaction", { kind: "updateTable", batchRows: 0 }],
];

const scans: readonly Choice[] = [
  ["Scan the table", { kind: "scanTable", maxDop: 0 }],
  ["Scan the table on one scheduler", { kind: "scanTable", maxDop: 1 }],
];

/** SELECT INTO: a table of a few MB, and one that a snapshot notices. */
const copiedRows = [10_000, 100_000];

const whyClosed = ({ scenario }: SteerProps): string | null => {
  const why = refusedWith(scenario.workload.profile, "updateTable");
  return why === null ? null : `What changes the table as a whole ${why}`;
};

export function TableMenu(props: AskingProps) {
  const { runId, timeline, scenario, ask } = props;
  const name = nextCopyName(timeline, scenario);
  const copies = copiedRows.map(
    (rows): Choice => [
      `Select ${formatNumber(rows)} rows into ${name}`,
      { kind: "selectInto", name, rows },
    ],
  );
  return (
    <SubMenu text="Table" icon={<TableRegular />} closed={whyClosed(props)}>
      <Choices {...{ runId }} choices={updates} />
      <MenuDivider />
      <Choices {...{ runId }} choices={scans} />
      <MenuDivider />
      <Choices {...{ runId }} choices={copies} />
      {tablesOf(timeline).map((table) => (
        <MenuItem key={table} onClick={() => ask({ kind: "dropTable", table })}>
          Drop table {table}…
        </MenuItem>
      ))}
    </SubMenu>
  );
}

/** Numbered as the product does: 1 is the clustered index. */
export function IndexMenu(props: SteerProps) {
  const { runId, timeline, scenario } = props;
  const [build, setBuild] = useState<string[]>([]);
  const online = build.includes("online");
  const sortInTempdb = build.includes("sortInTempdb");
  const rebuilds = indexesOf(timeline, scenario).map(
    (index): Choice => [
      index === 1 ? "Rebuild the clustered index" : `Rebuild nonclustered index ${index}`,
      { kind: "rebuildIndex", index, online },
    ],
  );
  const next = nextIndex(timeline, scenario);
  const creation: Choice[] =
    next === null
      ? []
      : [
          [
            `Create nonclustered index ${next}`,
            { kind: "createIndex", index: next, online, sortInTempdb },
          ],
        ];
  return (
    <SubMenu
      text="Index"
      icon={<TableLightningRegular />}
      closed={whyClosed(props)}
      hasCheckmarks
      checkedValues={{ build }}
      onCheckedValueChange={(_, { checkedItems }) => setBuild(checkedItems)}
    >
      <MenuItemCheckbox name="build" value="online" persistOnClick>
        Build online
      </MenuItemCheckbox>
      <MenuItemCheckbox name="build" value="sortInTempdb" persistOnClick>
        Sort new indexes in tempdb
      </MenuItemCheckbox>
      <MenuDivider />
      <Choices {...{ runId }} choices={[...rebuilds, ...creation]} />
    </SubMenu>
  );
}

interface ChoicesProps extends Pick<SteerProps, "runId"> {
  readonly choices: readonly Choice[];
}

const Choices = ({ runId, choices }: ChoicesProps) =>
  choices.map(([text, command]) => (
    <MenuItem key={text} onClick={() => void sendCommand(runId, command)}>
      {text}
    </MenuItem>
  ));
