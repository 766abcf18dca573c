/** What can be done with a figure: computed here, put on one's own storage, exported. */
import {
  Button,
  Menu,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Select,
} from "@fluentui/react-components";
import { ArrowDownloadRegular, HardDriveRegular } from "@fluentui/react-icons";
import { type ReactNode, useId, useState } from "react";
import { devicePreset } from "../../../app/contract/device-presets.ts";
import type { FigureAnswer } from "../../../app/contract/figure.ts";
import { deviceGroups } from "../../../app/domain/scenario-form/one-device.ts";
import { ExportRunning } from "../../components/ui/ExportRunning.tsx";
import { exportedFigure, openOnStorage } from "../../state/figures/figures.ts";
import { useExports } from "../../state/files/exports.ts";
import { useConnection } from "../../state/services/services.ts";
import { useActions } from "../../state/shell/actions.ts";
import styles from "./FiguresScreen.module.css";
import { RunHere } from "./RunHere.tsx";

export function FigureBar({ answer }: { readonly answer: FigureAnswer }): ReactNode {
  const { figure } = answer;
  const id = useId();
  const connected = useConnection() === "open";
  const [point, setPoint] = useState(figure.points.at(-1)?.id ?? "");
  const exports = useExports<"figure">();
  const exporting = exports.running.has("figure");
  const save = (): void =>
    void exports.start("figure", "The figure was not exported", exportedFigure(figure.id));
  useActions([
    {
      id: "figures.export",
      title: "Export the figure as HTML",
      group: "File",
      enabled: connected && !exporting,
      run: save,
    },
  ]);
  return (
    <section className={styles.bar} aria-label="What can be done with it">
      <label htmlFor={`${id}-point`}>Scenario</label>
      <Select
        select={{ id: `${id}-point`, title: figure.points.find((one) => one.id === point)?.name }}
        className={styles.point ?? ""}
        value={point}
        onChange={(_, { value }) => setPoint(value)}
      >
        {figure.points.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            icon={<HardDriveRegular />}
            disabled={!connected}
            title="Opens this scenario in Experiments, on your kind of device instead of the paper’s"
          >
            Use my storage
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {deviceGroups.map(({ title, names }) => (
              <MenuGroup key={title}>
                <MenuGroupHeader>{title}</MenuGroupHeader>
                {names.map((name) => (
                  <MenuItem
                    key={name}
                    onClick={() => void openOnStorage({ id: figure.id, point }, name)}
                  >
                    {devicePreset(name).title}
                  </MenuItem>
                ))}
              </MenuGroup>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      <span className={styles.spring} />
      <RunHere answer={answer} />
      {exporting ? (
        <ExportRunning
          label="Exporting"
          what="the figure"
          cancel={() => exports.cancel("figure")}
        />
      ) : (
        <Button icon={<ArrowDownloadRegular />} disabled={!connected} onClick={save}>
          Export
        </Button>
      )}
    </section>
  );
}
