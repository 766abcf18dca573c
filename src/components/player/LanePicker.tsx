/** Which lanes are shown: a menu of all that there are. */
import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ChevronDown16Regular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { type Lane, lanes, standardLanes } from "../../../app/domain/timeline/lanes.ts";
import styles from "./LanePicker.module.css";

interface LanePickerProps {
  readonly chosen: readonly Lane[];
  /** Ids in the order of the catalogue; never none. */
  onChoose(ids: readonly string[]): void;
  /** The counters of the paper's figure 4 stand on one axis in their place. */
  readonly isOneAxis: boolean;
  onOneAxis(isOneAxis: boolean): void;
}

export function LanePicker(props: LanePickerProps): ReactNode {
  const { chosen, onChoose, isOneAxis, onOneAxis } = props;
  const ids = chosen.map((lane) => lane.id);
  const choose = (wanted: readonly string[]): void => {
    if (wanted.length === 0) return;
    onChoose(lanes.map((lane) => lane.id).filter((id) => wanted.includes(id)));
  };
  const more = lanes.filter((lane) => !lane.standard);
  return (
    <Menu
      checkedValues={{ lanes: ids }}
      onCheckedValueChange={(_, { checkedItems }) => choose(checkedItems)}
      persistOnItemClick
    >
      <MenuTrigger disableButtonEnhancement>
        <button
          type="button"
          className={styles.trigger}
          aria-label={`${chosen.length} of ${lanes.length} lanes`}
        >
          {isOneAxis ? "One axis" : `${chosen.length} lanes`}
          <ChevronDown16Regular aria-hidden />
        </button>
      </MenuTrigger>
      <MenuPopover className={styles.popover ?? ""}>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>Lanes of the SQLCAT paper, and response</MenuGroupHeader>
            <Items lanes={standardLanes} />
          </MenuGroup>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>More counters</MenuGroupHeader>
            <Items lanes={more} />
          </MenuGroup>
          <MenuDivider />
          <MenuItem onClick={() => onOneAxis(!isOneAxis)}>{oneAxisTitle(isOneAxis)}</MenuItem>
          <MenuItem onClick={() => onChoose(standardLanes.map((lane) => lane.id))}>
            Show the usual lanes
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** What is offered: the other way to draw the counters. */
export const oneAxisTitle = (isOneAxis: boolean): string =>
  isOneAxis ? "Each counter in a lane of its own" : "All on one axis, as in the paper’s figure 4";

function Items({ lanes: listed }: { readonly lanes: readonly Lane[] }): ReactNode {
  return listed.map(({ id, title, unit }) => (
    <MenuItemCheckbox key={id} name="lanes" value={id} secondaryContent={unit}>
      {title}
    </MenuItemCheckbox>
  ));
}
