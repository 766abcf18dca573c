/** Above the run list: search, filter by tag, and what can be done to the chosen runs. */
import {
  Button,
  Input,
  Menu,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from "@fluentui/react-components";
import {
  ArrowImportRegular,
  ArrowSortRegular,
  DeleteRegular,
  DismissRegular,
  DocumentTextRegular,
  HistoryRegular,
  PanelRightRegular,
  PlayRegular,
  SearchRegular,
  ShareRegular,
  TagRegular,
} from "@fluentui/react-icons";
import type { ReactElement, ReactNode, RefObject } from "react";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import { ExportRunning } from "../../components/ui/ExportRunning.tsx";
import { RecentlyDeleted } from "./RecentlyDeleted.tsx";
import styles from "./RunToolbar.module.css";
import type { RunCommands } from "./run-commands.ts";
import type { RunFilter, TagCount } from "./run-filter.ts";
import { StudiesMenu } from "./StudiesMenu.tsx";

interface TagFilterProps {
  readonly counts: readonly TagCount[];
  readonly chosen: readonly string[];
  onChange(tags: readonly string[]): void;
}

function TagFilter({ counts, chosen, onChange }: TagFilterProps): ReactNode {
  const label = chosen.length === 0 ? "Tags: all" : `Tags: ${chosen.join(", ")}`;
  return (
    <Menu
      checkedValues={{ tags: [...chosen] }}
      onCheckedValueChange={(_event, { checkedItems }) => onChange(checkedItems)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<TagRegular />} disabled={counts.length === 0} className={styles.tagFilter}>
          {label}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {counts.map(({ tag, runs }) => (
            <MenuItemCheckbox
              key={tag}
              name="tags"
              value={tag}
              secondaryContent={formatNumber(runs)}
            >
              {tag}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

interface CommandButtonProps {
  readonly label: string;
  readonly icon: ReactElement;
  readonly enabled: boolean;
  /** Only the icon, with the label as its tooltip. */
  readonly compact?: boolean;
  readonly pressed?: boolean;
  run(): void;
}

function CommandButton(props: CommandButtonProps): ReactNode {
  const { label, icon, enabled, compact, pressed, run } = props;
  const content = (
    <Button
      appearance="subtle"
      className={styles.command}
      icon={icon}
      disabledFocusable={!enabled}
      aria-label={compact === true ? label : undefined}
      aria-pressed={pressed}
      onClick={run}
    >
      {compact === true ? undefined : label}
    </Button>
  );
  return compact === true ? (
    <Tooltip content={label} relationship="label">
      {content}
    </Tooltip>
  ) : (
    content
  );
}

interface RunToolbarProps {
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly filter: RunFilter;
  onFilter(filter: RunFilter): void;
  readonly counts: readonly TagCount[];
  readonly shown: number;
  readonly all: number;
  readonly commands: RunCommands;
  readonly panelOpen: boolean;
  onPanel(open: boolean): void;
}

export function RunToolbar(props: RunToolbarProps): ReactNode {
  const { searchField, filter, onFilter, counts, shown, all, commands, panelOpen, onPanel } = props;
  const filtered = filter.query.trim() !== "" || filter.tags.length > 0 || shown < all;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Runs">
      <Input
        input={{ ref: searchField }}
        className={styles.search}
        contentBefore={<SearchRegular aria-hidden />}
        contentAfter={
          filter.query === "" ? null : (
            <Button
              appearance="transparent"
              size="small"
              icon={<DismissRegular />}
              aria-label="Clear the search"
              onClick={() => onFilter({ ...filter, query: "" })}
            />
          )
        }
        aria-label="Search runs by name, tag, note, preset or status"
        placeholder="Search runs"
        title="By name, tag, note, preset or status"
        value={filter.query}
        onChange={(_event, { value }) => onFilter({ ...filter, query: value })}
      />
      <TagFilter
        counts={counts}
        chosen={filter.tags}
        onChange={(tags) => onFilter({ ...filter, tags })}
      />
      <StudiesMenu
        ofStudies={filter.ofStudies}
        onOfStudies={(ofStudies) => onFilter({ ...filter, ofStudies })}
      />
      <output className={styles.count}>
        {filtered ? `${formatNumber(shown)} of ${countOf(all, "run")}` : countOf(all, "run")}
      </output>
      <div className={styles.space} />
      <CommandButton label="Replay" icon={<HistoryRegular />} {...commands.replay} />
      <CommandButton label="Report" icon={<DocumentTextRegular />} {...commands.report} />
      <CommandButton label="Compare" icon={<ArrowSortRegular />} {...commands.compare} />
      <CommandButton label="Run again" icon={<PlayRegular />} {...commands.again} />
      {commands.exporting === null ? (
        <CommandButton compact label="Export…" icon={<ShareRegular />} {...commands.export} />
      ) : (
        <ExportRunning label="Exporting" what="the runs" {...commands.exporting} />
      )}
      <CommandButton compact label="Delete" icon={<DeleteRegular />} {...commands.remove} />
      <RecentlyDeleted />
      <CommandButton compact label="Import…" icon={<ArrowImportRegular />} {...commands.import} />
      <CommandButton
        compact
        label="Details"
        icon={<PanelRightRegular />}
        enabled
        pressed={panelOpen}
        run={() => onPanel(!panelOpen)}
      />
    </div>
  );
}
