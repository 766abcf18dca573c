/** Comparisons and sweeps, each one thing however many runs it has; and whether its runs are listed. */
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { DataScatterRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { maxSides } from "../../../app/contract/comparison.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { isBandStudy } from "../../../app/contract/study.ts";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { pointName } from "../../../app/domain/studies/point-name.ts";
import { useStudies } from "../../state/comparison/studies.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import styles from "./RunToolbar.module.css";

interface StudiesMenuProps {
  readonly ofStudies: boolean;
  onOfStudies(ofStudies: boolean): void;
}

/** The newest; the command line lists all. */
const mostShown = 15;

export function StudiesMenu({ ofStudies, onOfStudies }: StudiesMenuProps): ReactNode {
  const studies = useStudies();
  const openCompare = useNavigation((state) => state.openCompare);
  if (studies.length === 0) return null;
  const open = ({ id, points, primary }: StudyState): void =>
    openCompare({
      // A band is of all of its points.
      sides: isBandStudy({ points })
        ? []
        : points
            .slice(0, maxSides)
            .map((point, at) => ({ name: pointName(point), recordings: [], point: at })),
      studyId: id,
      primary: primary ?? null,
      align: "analysis",
    });
  return (
    <Menu
      checkedValues={{ listed: ofStudies ? ["runs"] : [] }}
      onCheckedValueChange={(_event, { checkedItems }) => onOfStudies(checkedItems.length > 0)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<DataScatterRegular />} className={styles.tagFilter}>
          {`Studies: ${formatNumber(studies.length)}`}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {studies.slice(0, mostShown).map((study) => (
            <MenuItem
              key={study.id}
              secondaryContent={countOf(study.runs.length, "run")}
              onClick={() => open(study)}
            >
              {study.name}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItemCheckbox name="listed" value="runs">
            List their runs one by one
          </MenuItemCheckbox>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
