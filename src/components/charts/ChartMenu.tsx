/** What a chart goes out as: copied or saved, as a picture, as a drawing, and as the numbers behind it. */
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { MoreHorizontalRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { ChartTable } from "../../../app/charts/chart-reading.ts";
import type { ChartAction, ChartOutlet } from "../../../app/contract/chart-outlet.ts";
import { csvOf } from "../../../app/domain/csv-line.ts";
import { useChartOutlet } from "./chart-outlet.ts";
import { pngBytes, svgText } from "./drawing-files.ts";
import type { NamedLine } from "./SeriesButtons.tsx";

export interface ChartMenuProps {
  /** The title names the chart in its files and to whoever cannot see it. */
  readonly title: string;
  /** How what leaves the page is read, told below its name. */
  readonly told?: readonly string[] | undefined;
  table(): ChartTable;
  /** Names of series that are no part of the drawing. */
  readonly legend?: readonly NamedLine[] | undefined;
  /** Null: nothing is drawn yet. */
  drawingOf(): SVGSVGElement | null;
  readonly actions?: ChartActions | undefined;
  /** Adds the chart to the report of its recording; of what is of no recording there is none. */
  readonly onReport?: (() => void) | undefined;
}

/** How the window calls what is done with a chart. */
export interface ChartActions {
  /** "figure": begins the ids of the actions. */
  readonly id: string;
  /** "the figure" */
  readonly name: string;
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

export function ChartMenu(props: ChartMenuProps): ReactNode {
  const outlet = useChartOutlet();
  return outlet === null ? null : <Outputs {...props} outlet={outlet} />;
}

function Outputs(props: ChartMenuProps & { readonly outlet: ChartOutlet }): ReactNode {
  const { title, told = [], table, legend, drawingOf, actions, onReport, outlet } = props;
  const drawn = <Made,>(make: (...drawn: Parameters<typeof svgText>) => Made) => {
    const drawing = drawingOf();
    if (drawing === null) throw new Error("Nothing is drawn yet.");
    return make(drawing, [title, ...told], legend);
  };
  const save = (
    extension: string,
    mediaType: string,
    make: () => Uint8Array | Promise<Uint8Array>,
  ): Promise<void> => {
    const fileName = `${title.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}.${extension}`;
    return outlet.save({ fileName, mediaType, make });
  };
  const copied: readonly ChartAct[] = [
    { as: "PNG", run: () => outlet.copyPicture("Picture", async () => drawn(pngBytes)) },
    { as: "SVG", run: () => outlet.copyText("Drawing", async () => drawn(svgText)) },
    { as: "table", run: () => outlet.copyText("Table", () => tabText(table())) },
  ];
  const svg = async () => encoded(await drawn(svgText));
  const saved: readonly ChartAct[] = [
    { as: "PNG", run: () => save("png", "image/png", () => drawn(pngBytes)) },
    { as: "SVG", run: () => save("svg", "image/svg+xml", svg) },
    { as: "CSV", run: () => save("csv", "text/csv", () => encoded(csvOf(table()))) },
  ];
  outlet.useActions(
    actions === undefined
      ? []
      : [
          ...copied.map((act) => actionOf("copy", act, actions)),
          ...saved.map((act) => actionOf("save", act, actions)),
        ],
  );
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          size="small"
          icon={<MoreHorizontalRegular />}
          aria-label={`Copy or save: ${title}`}
          title="Copy or save this chart"
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {copied.map(({ as, run }) => (
            <MenuItem key={as} onClick={() => void run()}>{`Copy as ${as}`}</MenuItem>
          ))}
          <MenuDivider />
          {saved.map(({ as, run }) => (
            <MenuItem key={as} onClick={() => void run()}>{`Save as ${as}`}</MenuItem>
          ))}
          {onReport !== undefined && (
            <>
              <MenuDivider />
              <MenuItem onClick={onReport}>Add to the report</MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

interface ChartAct {
  readonly as: string;
  run(): Promise<void>;
}

const verbs = { copy: "Copy", save: "Save" } as const;

const actionOf = (
  verb: keyof typeof verbs,
  { as, run }: ChartAct,
  { id, name }: ChartActions,
): ChartAction => ({
  id: `${id}.${verb}-${as.toLowerCase()}`,
  title: `${verbs[verb]} ${name} as ${as}`,
  run: () => void run(),
});

/** The text that spreadsheets take from the clipboard. */
const tabText = (table: ChartTable): string =>
  table.map((row) => row.map((cell) => cell ?? "").join("\t")).join("\n");
