/** Exports a comparison: the answer with its numbers, in the formats of a report. */
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Spinner,
} from "@fluentui/react-components";
import { ArrowDownloadRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import { type ReportFormat, reportFormats } from "../../../app/contract/rpc/services.ts";
import { saveMade } from "../../state/files/files.ts";
import { services, useConnection } from "../../state/services/services.ts";
import { useActions } from "../../state/shell/actions.ts";
import type { ComparisonPlace } from "../../state/shell/navigation.ts";
import { questionOf, type ShownSide } from "./sides.ts";

const formatTitles: Readonly<Record<ReportFormat, string>> = {
  html: "HTML: one file that opens offline",
  pdf: "PDF: the same, to print and to send",
  csv: "CSV: every metric in full precision",
  json: "JSON: the whole comparison as data",
};

interface ComparisonExportsProps {
  readonly place: ComparisonPlace;
  readonly sides: readonly ShownSide[];
  readonly ready: boolean;
}

export function ComparisonExports({ place, sides, ready }: ComparisonExportsProps): ReactNode {
  const connected = useConnection() === "open";
  const [making, setMaking] = useState(false);
  const enabled = ready && connected && !making;
  const save = async (format: ReportFormat): Promise<void> => {
    const question = questionOf(sides, place.primary);
    if (question === null) return;
    setMaking(true);
    const made = services().comparisons.export.mutate({ ...question, format });
    await saveMade("The comparison was not exported", new AbortController().signal, made);
    setMaking(false);
  };
  const share = async (): Promise<void> => {
    const question = questionOf(sides, place.primary);
    if (question === null) return;
    setMaking(true);
    const made = services().comparisons.share.mutate({ ...question, align: place.align });
    await saveMade("The comparison was not shared", new AbortController().signal, made);
    setMaking(false);
  };
  useActions([
    ...reportFormats.map((format) => ({
      id: `compare.export-${format}`,
      title: `Export the comparison as ${format.toUpperCase()}`,
      group: "File" as const,
      enabled,
      run: () => void save(format),
    })),
    {
      id: "compare.share",
      title: "Export the comparison with its runs and logs, to open it elsewhere",
      group: "File" as const,
      enabled,
      run: () => void share(),
    },
  ]);
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          icon={making ? <Spinner size="tiny" /> : <ArrowDownloadRegular />}
          disabled={!enabled}
        >
          Export
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {reportFormats.map((format) => (
            <MenuItem key={format} onClick={() => void save(format)}>
              {formatTitles[format]}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem onClick={() => void share()}>
            Share: one file with all runs and logs, which opens elsewhere
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
