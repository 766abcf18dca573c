/** Writes records to a file: as the logs have them, or as a table. */
import {
  Button,
  Menu,
  MenuButton,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Spinner,
} from "@fluentui/react-components";
import { ArrowDownloadRegular, DismissRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { RecordFilter } from "../../../../app/contract/rpc/records.ts";
import type { RecordFormat } from "../../../../app/contract/rpc/services.ts";
import { type Action, useActions } from "../../../state/shell/actions.ts";
import styles from "./ExportRecords.module.css";
import { useRecordExport } from "./use-record-export.ts";

interface ExportRecordsProps {
  readonly recording: RecordingRef;
  /** Of the list that is on screen. */
  readonly filter: RecordFilter;
  /** What is selected on the time axis; null: nothing. */
  readonly selection: { readonly fromMs: number; readonly toMs: number } | null;
}

const formats: readonly { readonly format: RecordFormat; readonly name: string }[] = [
  { format: "log", name: "verbatim" },
  { format: "csv", name: "as CSV" },
];

export function ExportRecords({ recording, filter, selection }: ExportRecordsProps): ReactNode {
  const { running, start, cancel } = useRecordExport(recording);
  const ofSelection: RecordFilter = { ...filter, span: selection };
  const isSelection = selection !== null;
  const actions = formats.flatMap(({ format, name }): Action[] => [
    {
      id: `log.export-shown-${format}`,
      title: `Export the records shown, ${name}`,
      group: "File",
      enabled: !running,
      run: () => void start(filter, format),
    },
    {
      id: `log.export-selection-${format}`,
      title: `Export the records of the selection, ${name}`,
      group: "File",
      enabled: !running && isSelection,
      run: () => void start(ofSelection, format),
    },
  ]);
  useActions(actions);
  if (running) {
    return (
      <span className={styles.running}>
        <Spinner size="tiny" label="Exporting" aria-label="Exporting the records" />
        <Button
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label="Cancel the export of the records"
          title="Cancel"
          onClick={cancel}
        />
      </span>
    );
  }
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton size="small" icon={<ArrowDownloadRegular />} aria-label="Export records">
          Export
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>Records shown in the list</MenuGroupHeader>
            <MenuItem onClick={() => void start(filter, "log")}>Verbatim, as a log</MenuItem>
            <MenuItem onClick={() => void start(filter, "csv")}>As CSV</MenuItem>
          </MenuGroup>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>Of these, in the selection</MenuGroupHeader>
            <MenuItem disabled={!isSelection} onClick={() => void start(ofSelection, "log")}>
              Verbatim, as a log
            </MenuItem>
            <MenuItem disabled={!isSelection} onClick={() => void start(ofSelection, "csv")}>
              As CSV
            </MenuItem>
          </MenuGroup>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
