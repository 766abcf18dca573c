/** Writes records to a file: as the logs have them, or as a table. */
import {
  Menu,
  MenuButton,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ArrowDownloadRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { RecordFormat } from "../../../../app/contract/rpc/exports.ts";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { RecordFilter } from "../../../../app/contract/rpc/records.ts";
import { ExportRunning } from "../../../components/ui/ExportRunning.tsx";
import { useExports } from "../../../state/files/exports.ts";
import { type Action, useActions } from "../../../state/shell/actions.ts";
import styles from "./ExportRecords.module.css";

interface ExportRecordsProps {
  readonly recording: RecordingRef;
  /** The filter of the list that is on screen. */
  readonly filter: RecordFilter;
  /** What is selected on the time axis; null: nothing. */
  readonly selection: { readonly fromMs: number; readonly toMs: number } | null;
}

const formats: readonly { readonly format: RecordFormat; readonly name: string }[] = [
  { format: "log", name: "verbatim" },
  { format: "csv", name: "as CSV" },
];

export function ExportRecords({ recording, filter, selection }: ExportRecordsProps): ReactNode {
  const exports = useExports<"records">();
  const running = exports.running.has("records");
  const start = (shown: RecordFilter, format: RecordFormat): Promise<void> =>
    exports.start("records", "The records were not exported", (services, signal) =>
      services.reports.exportRecords.mutate({ recording, filter: shown, format }, { signal }),
    );
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
      <ExportRunning
        label="Exporting"
        what="the records"
        cancel={() => exports.cancel("records")}
      />
    );
  }
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton
          size="small"
          className={styles.button ?? ""}
          icon={<ArrowDownloadRegular />}
          aria-label="Export records"
          title="Export records"
        >
          <span className={styles.label}>Export</span>
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
