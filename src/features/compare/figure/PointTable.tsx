/** The points of a study with what one metric came to in each: to read, to choose from, and to open. */
import {
  Button,
  Checkbox,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
} from "@fluentui/react-components";
import { HistoryRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import type { StudyState } from "../../../../app/contract/rpc/studies.ts";
import type { MetricResult, PointResult } from "../../../../app/contract/study-results.ts";
import { countOf, formatNumber } from "../../../../app/domain/format/numbers.ts";
import { changeText } from "../../../../app/domain/statistics/change-text.ts";
import {
  metricHeading,
  relativeText,
  unitName,
  valueText,
} from "../../../../app/domain/statistics/metric.ts";
import { chanceText } from "../../../../app/domain/statistics/outcome-text.ts";
import { useNavigation } from "../../../state/shell/navigation.ts";
import tableStyles from "../MetricTable.module.css";
import { Value, VerdictWord } from "../metric-cells.tsx";
import styles from "./StudyFigureView.module.css";

interface PointTableProps {
  readonly study: StudyState;
  readonly names: readonly string[];
  readonly shown: MetricResult;
  /** Points that are to be compared. */
  readonly chosen: ReadonlySet<number>;
  choose(chosen: ReadonlySet<number>): void;
}

export function PointTable({ study, names, shown, chosen, choose }: PointTableProps): ReactNode {
  const { name, unit } = shown.metric;
  const toggle = (point: number): void => {
    const next = new Set(chosen);
    if (!next.delete(point)) next.add(point);
    choose(next);
  };
  return (
    <table className={mergeClasses(tableStyles.table, styles.table)} aria-label="Points">
      <thead>
        <tr>
          <th scope="col">Point</th>
          <th scope="col" className={tableStyles.figure}>
            {metricHeading(name)}
            {unit !== "duration" && unit !== "bytes" && (
              <span className={tableStyles.unit}>{unitName(unit)}</span>
            )}
          </th>
          <th scope="col" className={tableStyles.figure}>
            Against the first
          </th>
          <th scope="col" className={tableStyles.figure}>
            Interval
          </th>
          <th
            scope="col"
            className={tableStyles.figure}
            title="Chance of such a difference by chance alone, corrected by Holm's method"
          >
            p
          </th>
          <th scope="col" className={tableStyles.figure} title="Runs that have a value">
            n
          </th>
          <th scope="col">Verdict</th>
          <th scope="col">Runs</th>
        </tr>
      </thead>
      <tbody>
        {shown.points.map((result, point) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is known by its place
          <tr key={point} data-proven={result.comparison?.outcome.kind === "proven"}>
            <th scope="row">
              <Checkbox
                checked={chosen.has(point)}
                label={names[point] ?? ""}
                onChange={() => toggle(point)}
              />
            </th>
            <PointCells {...{ result, shown }} isFirst={point === 0} />
            <td>
              <RunsMenu {...{ study, result, shown, point }} name={names[point] ?? ""} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PointCellsProps {
  readonly result: PointResult;
  readonly shown: MetricResult;
  readonly isFirst: boolean;
}

function PointCells({ result, shown, isFirst }: PointCellsProps): ReactNode {
  const { center, comparison, runs, sentence } = result;
  const { unit } = shown.metric;
  const relative = comparison?.relative ?? null;
  const interval = relative?.interval ?? null;
  const among = shown.points.flatMap(({ center: of }) => of?.value ?? []);
  return (
    <>
      {center === null ? (
        <td className={tableStyles.figure}>–</td>
      ) : (
        <Value unit={unit} value={center.value} interval={center.interval} among={among} />
      )}
      <td className={tableStyles.figure}>
        {isFirst ? "" : comparison === null ? "–" : changeText(comparison)}
      </td>
      <td className={tableStyles.figure}>
        {interval === null ? "" : `${relativeText(interval.low)} to ${relativeText(interval.high)}`}
      </td>
      <td className={tableStyles.figure}>{comparison === null ? "" : chanceText(comparison)}</td>
      <td className={tableStyles.figure}>{formatNumber(runs)}</td>
      <td className={tableStyles.verdict} title={sentence ?? undefined}>
        {isFirst ? (
          "the first"
        ) : comparison === null ? (
          "no pair of runs"
        ) : (
          <VerdictWord comparison={comparison} />
        )}
      </td>
    </>
  );
}

/** More are in Runs. */
const mostListed = 30;

interface RunsMenuProps {
  readonly study: StudyState;
  readonly result: PointResult;
  readonly shown: MetricResult;
  readonly point: number;
  readonly name: string;
}

function RunsMenu({ study, result, shown, point, name }: RunsMenuProps): ReactNode {
  const openReplay = useNavigation((state) => state.openReplay);
  const runs = study.runs.filter((run) => run.point === point);
  const there = runs.filter(({ runId }) => runId !== undefined);
  const failed = runs.filter(({ status }) => status === "failed").length;
  const label =
    failed > 0 ? `${formatNumber(failed)} of ${formatNumber(runs.length)} failed` : "Open";
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<HistoryRegular />}
          disabled={there.length === 0}
          aria-label={`Runs of ${name}: ${label}`}
        >
          {label}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {there.slice(0, mostListed).map(({ runId, repeat, seed, status, error }) => (
            <MenuItem
              key={repeat}
              secondaryContent={measuredText(result.values[repeat] ?? null, shown) ?? status}
              title={error?.message}
              onClick={() => runId !== undefined && openReplay({ kind: "run", id: runId })}
            >
              {`Seed ${seed}`}
            </MenuItem>
          ))}
          {there.length > mostListed && (
            <MenuItem
              disabled
            >{`${countOf(there.length - mostListed, "more", "more")}: see Runs`}</MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

const measuredText = (value: number | null, { metric }: MetricResult): string | null =>
  value === null ? null : valueText(metric.unit, value);
