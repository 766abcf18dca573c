/** A filter of the log by one facet: which of its values are shown, each with its count. */
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
import { ChevronDownRegular } from "@fluentui/react-icons";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import styles from "./LogTools.module.css";
import type { FacetValue } from "./log-filter.ts";

export interface FacetMenuProps {
  /** "Source" */
  readonly title: string;
  readonly values: readonly FacetValue[];
  readonly nameOf: (value: string) => string;
  /** Null: all. */
  readonly chosen: ReadonlySet<string> | null;
  readonly onToggle: (value: string) => void;
  readonly onReset: () => void;
}

export function FacetMenu({ title, values, nameOf, chosen, onToggle, onReset }: FacetMenuProps) {
  const checked = values.filter(({ value }) => chosen?.has(value) ?? true);
  const state = chosen === null ? "all" : `${checked.length} of ${values.length}`;
  return (
    <Menu
      checkedValues={{ [title]: checked.map(({ value }) => value) }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const now = new Set(checkedItems);
        const before = new Set(checked.map(({ value }) => value));
        const changed = values.find(({ value }) => now.has(value) !== before.has(value));
        if (changed !== undefined) onToggle(changed.value);
      }}
      persistOnItemClick
    >
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" className={styles.facet ?? ""} data-active={chosen !== null}>
          {title}: {state}
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {values.map(({ value, count }) => (
            <MenuItemCheckbox
              key={value}
              name={title}
              value={value}
              secondaryContent={formatNumber(count)}
            >
              {nameOf(value)}
            </MenuItemCheckbox>
          ))}
          <MenuDivider />
          <MenuItem disabled={chosen === null} onClick={onReset}>
            Show all
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
