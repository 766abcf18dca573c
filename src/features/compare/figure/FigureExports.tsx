/** The figure as a picture, and its numbers as a table. */
import type { ReactNode } from "react";
import type { MetricResult, StudyResults } from "../../../../app/contract/study-results.ts";
import { studyCsv, studyTable } from "../../../../app/domain/studies/study-table.ts";
import { type Caption, pngBytes, svgText } from "../../../components/figures/drawing-files.ts";
import { copyText } from "../../../state/files/clipboard.ts";
import { saveFile } from "../../../state/files/files.ts";
import { messageOf } from "../../../state/services/services.ts";
import { notify } from "../../../state/shell/notifications.ts";
import { ExportMenu } from "../ExportMenu.tsx";

interface FigureExportsProps {
  /** Of the study. */
  readonly name: string;
  /** Of its points. */
  readonly names: readonly string[];
  readonly results: StudyResults;
  /** Null: nothing was measured yet. */
  readonly shown: MetricResult | null;
  /** How the drawing is to be read. */
  readonly told: readonly string[];
  drawingOf(): SVGSVGElement | null;
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

export function FigureExports(props: FigureExportsProps): ReactNode {
  const { name, names, results, shown, told, drawingOf } = props;
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
  type Making = (drawing: SVGSVGElement, caption: Caption) => Uint8Array | Promise<Uint8Array>;
  const drawn = (make: Making) => () => {
    const drawing = drawingOf();
    if (drawing === null) throw new Error("nothing is drawn yet");
    return make(drawing, [name, ...told]);
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
  const csv = (): Uint8Array => encoded(shown === null ? "" : studyCsv(names, results, shown));
  const svg = drawn(async (...drawing) => encoded(await svgText(...drawing)));
  return (
    <ExportMenu
      enabled={shown !== null}
      formats={[
        {
          id: "figure.export-svg",
          title: "SVG: the figure as a drawing",
          action: "Export the figure as SVG",
          run: () => save("svg", "image/svg+xml", svg),
        },
        {
          id: "figure.export-png",
          title: "PNG: the figure as a picture",
          action: "Export the figure as PNG",
          run: () => save("png", "image/png", drawn(pngBytes)),
        },
        {
          id: "figure.export-csv",
          title: "CSV: every point and run in full precision",
          action: "Export the figure as CSV",
          run: () => save("csv", "text/csv", csv),
        },
      ]}
      other={{
        id: "figure.copy-table",
        title: "Copy the table",
        action: "Copy the table of the figure",
        run: copy,
      }}
    />
  );
}
