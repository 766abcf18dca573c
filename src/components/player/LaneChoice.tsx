/** Which lanes are shown: any of hundreds by name, or all of a layout; and what is shown, kept as a layout. */
import {
  Button,
  Input,
  Menu,
  MenuButton,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ChevronDown16Regular } from "@fluentui/react-icons";
import { type ReactNode, useMemo, useState } from "react";
import { countOf } from "../../../app/domain/format/numbers.ts";
import {
  arrangement,
  type LaneArrangement,
  type LaneLayout,
  type LaneLayouts,
  lanesIn,
  longestLayoutName,
  withLane,
  withoutLane,
} from "../../../app/domain/timeline/lane-layout.ts";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import { type CheckGroup, CheckPicker } from "../ui/CheckPicker.tsx";
import styles from "./LaneChoice.module.css";

export interface LaneChoiceProps {
  /** All that the recording has. */
  readonly possible: readonly Lane[];
  /** The lanes in groups with their names. */
  readonly groups: readonly CheckGroup[];
  readonly shown: LaneArrangement;
  readonly onShow: (shown: LaneArrangement) => void;
  readonly layouts: LaneLayouts;
  /** The counters of the paper's figure 4 stand on one axis in the place of lanes. */
  readonly isOneAxis: boolean;
  /** Null: the recording has none of them. */
  readonly onOneAxis: ((isOneAxis: boolean) => void) | null;
}

export function LaneChoice(props: LaneChoiceProps): ReactNode {
  const { possible, groups, shown, onShow, layouts, isOneAxis, onOneAxis } = props;
  const chosen = useMemo(() => new Set(shown.lanes), [shown]);
  const visible = isOneAxis ? "One axis" : countOf(shown.lanes.length, "lane");
  const toggle = (id: string): void =>
    onShow(chosen.has(id) ? withoutLane(shown, id) : withLane(shown, id));
  return (
    <CheckPicker
      label="lanes"
      trigger={
        <button
          type="button"
          className={styles.trigger}
          aria-label={`${visible} of ${possible.length}`}
        >
          {visible}
          <ChevronDown16Regular aria-hidden />
        </button>
      }
      head={<Layouts {...{ possible, shown, onShow, layouts }} />}
      groups={groups}
      chosen={chosen}
      onToggle={toggle}
      nothing="No lane matches."
      actions={[
        ...(onOneAxis === null
          ? []
          : [
              {
                title: isOneAxis
                  ? "Each counter in a lane of its own"
                  : "All on one axis, as in the paper’s figure 4",
                enabled: true,
                run: () => onOneAxis(!isOneAxis),
              },
            ]),
        {
          title: "Show none",
          enabled: shown.lanes.length > 0,
          run: () => onShow(arrangement([])),
        },
      ]}
    />
  );
}

type LayoutsProps = Pick<LaneChoiceProps, "possible" | "shown" | "onShow" | "layouts">;

/** Layouts to choose from, and a name under which what is shown is kept. */
function Layouts({ possible, shown, onShow, layouts }: LayoutsProps): ReactNode {
  const { given, own, problemOf, save, remove } = layouts;
  const [name, setName] = useState("");
  const isOwn = own.some((layout) => layout.name === name.trim());
  const problem = problemOf(name);
  const idsOf = (lanes: readonly string[], pinned: readonly string[] = []): readonly string[] =>
    lanesIn({ lanes, pinned }, possible).map(({ id }) => id);
  const choose = (layout: LaneLayout): void => {
    onShow(arrangement(idsOf(layout.lanes), idsOf(layout.pinned)));
    setName(own.includes(layout) ? layout.name : "");
  };
  const item = (layout: LaneLayout): ReactNode => (
    <MenuItem
      key={layout.name}
      disabled={idsOf(layout.lanes).length === 0}
      secondaryContent={countOf(idsOf(layout.lanes).length, "lane")}
      onClick={() => choose(layout)}
    >
      {layout.name}
    </MenuItem>
  );
  return (
    <div className={styles.layouts}>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <MenuButton size="small">Layouts</MenuButton>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {given.map(item)}
            {own.length > 0 && (
              <MenuGroup>
                <MenuGroupHeader>Your own</MenuGroupHeader>
                {own.map(item)}
              </MenuGroup>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
      <Input
        size="small"
        className={styles.name ?? ""}
        aria-label="Name of a layout"
        placeholder="Name"
        maxLength={longestLayoutName}
        value={name}
        onChange={(_, { value }) => setName(value)}
      />
      <Button
        size="small"
        disabled={problem !== null || shown.lanes.length === 0}
        title={problem ?? "Keeps the lanes that are shown, in their order, under this name"}
        onClick={() => save(name, shown)}
      >
        Save
      </Button>
      {isOwn && (
        <Button size="small" appearance="subtle" onClick={() => remove(name.trim())}>
          Delete
        </Button>
      )}
    </div>
  );
}
