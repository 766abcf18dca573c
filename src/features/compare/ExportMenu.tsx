/** What a comparison or a figure goes out as: in a menu, and as actions of the window. */
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ArrowDownloadRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { ExportRunning } from "../../components/ui/ExportRunning.tsx";
import { useActions } from "../../state/shell/actions.ts";

export interface ExportOffer {
  /** The id of its action, such as "compare.export-csv". */
  readonly id: string;
  /** In the menu: "CSV: every metric in full precision". */
  readonly title: string;
  /** The name of its action, which stands by itself: "Export the comparison as CSV". */
  readonly action: string;
  run(): Promise<void>;
}

interface ExportMenuProps {
  /** Formats of a file. */
  readonly formats: readonly ExportOffer[];
  /** What is done instead of writing a report, below a line. */
  readonly other: ExportOffer;
  readonly enabled: boolean;
  /** While a file is made: "the comparison", and what cancels it. */
  readonly making?: { readonly what: string; cancel(): void } | null;
}

export function ExportMenu(props: ExportMenuProps): ReactNode {
  const { formats, other, enabled, making = null } = props;
  useActions(
    [...formats, other].map(({ id, action, run }) => ({
      id,
      title: action,
      group: "File" as const,
      enabled: enabled && making === null,
      run: () => void run(),
    })),
  );
  if (making !== null) return <ExportRunning label="Exporting" {...making} />;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<ArrowDownloadRegular />} disabled={!enabled}>
          Export
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {formats.map(({ id, title, run }) => (
            <MenuItem key={id} onClick={() => void run()}>
              {title}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem onClick={() => void other.run()}>{other.title}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
