/** The figure as a picture, and its numbers as a table. */
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
import type { MetricResult, StudyResults } from "../../../../app/contract/study-results.ts";
import { studyCsv, studyTable } from "../../../../app/domain/studies/study-table.ts";
import { copyText } from "../../../state/files/clipboard.ts";
import { pngBytes, svgText } from "../../../state/files/drawing-files.ts";
import { saveFile } from "../../../state/files/files.ts";
import { messageOf } from "../../../state/services/services.ts";
import { useActions } from "../../../state/shell/actions.ts";
import { notify } from "../../../state/shell/notifications.ts";

interface FigureExportsProps {
  /** Of the study. */
  readonly name: string;
  /** Of its points. */
  readonly names: readonly string[];
  readonly results: StudyResults;
  /** Null: nothing was measured yet. */
  readonly shown: MetricResult | null;
  drawingOf(): SVGSVGElement | null;
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

export function FigureExports(props: FigureExportsProps): ReactNode {
  const { name, names, results, shown, drawingOf } = props;
  const enabled = shown !== null;
  const save = async (
    extension: string,
    mediaType: string,
    make: () => Uint8Array | Promise<Uint8Array>,
  ): Promise<void> => {
    try {
      const stem = `${name} ${shown?.id ?? ""}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
      await saveFile({ fileName: `${stem}.${extension}`, mediaType, bytes: await make() });
    } catch (error) {
      notify({ intent: "error", title: "The figure was not exported", body: messageOf(error) });
    }
  };
  const drawn = (make: (drawing: SVGSVGElement) => Uint8Array | Promise<Uint8Array>) => () => {
    const drawing = drawingOf();
    if (drawing === null) throw new Error("nothing is drawn yet");
    return make(drawing);
  };
  const copy = async (): Promise<void> => {
    if (shown === null) return;
    const table = studyTable(names, results, shown);
    const isCopied = await copyText(table.map((row) => row.join("\t")).join("\n"));
    notify(
      isCopied
        ? { intent: "success", title: "Table copied" }
        : { intent: "error", title: "The table was not copied", body: "Export it as CSV instead." },
    );
  };
  const offers = [
    {
      id: "svg",
      title: "SVG: the figure as a drawing",
      run: () =>
        save(
          "svg",
          "image/svg+xml",
          drawn((drawing) => encoded(svgText(drawing))),
        ),
    },
    {
      id: "png",
      title: "PNG: the figure as a picture",
      run: () => save("png", "image/png", drawn(pngBytes)),
    },
    {
      id: "csv",
      title: "CSV: every point and run in full precision",
      run: () =>
        save("csv", "text/csv", () =>
          encoded(shown === null ? "" : studyCsv(names, results, shown)),
        ),
    },
  ];
  useActions([
    ...offers.map(({ id, run }) => ({
      id: `figure.export-${id}`,
      title: `Export the figure as ${id.toUpperCase()}`,
      group: "File" as const,
      enabled,
      run: () => void run(),
    })),
    {
      id: "figure.copy-table",
      title: "Copy the table of the figure",
      group: "File" as const,
      enabled,
      run: () => void copy(),
    },
  ]);
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<ArrowDownloadRegular />} disabled={!enabled}>
          Export
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {offers.map(({ id, title, run }) => (
            <MenuItem key={id} onClick={() => void run()}>
              {title}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem onClick={() => void copy()}>Copy the table</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
