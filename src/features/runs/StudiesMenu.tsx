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
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
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
  const openStudy = useNavigation((state) => state.openStudy);
  if (studies.length === 0) return null;
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
              onClick={() => openStudy(study)}
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
