/**
 * Chooses any number of many by their names: a field to type in, and below it all that match, in
 * groups. Only the rows in view exist, so that thousands cost no more than ten. The field has the
 * focus; arrow keys move through the list, Enter chooses.
 */
import { Button, Input, Popover, PopoverSurface, PopoverTrigger } from "@fluentui/react-components";
import {
  CheckboxChecked20Regular,
  CheckboxUnchecked20Regular,
  SearchRegular,
} from "@fluentui/react-icons";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import styles from "./CheckPicker.module.css";
import { type CheckGroup, flatRows, nextOption, type PickerRow } from "./check-rows.ts";

export type { CheckGroup, CheckOption } from "./check-rows.ts";

export interface CheckPickerProps {
  /** "Sources": of the list and its field. */
  readonly label: string;
  readonly trigger: ReactElement;
  readonly groups: readonly CheckGroup[];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** Above the field, such as sets of choices. */
  readonly head?: ReactNode;
  /** Buttons below the list. */
  readonly actions?: readonly PickerAction[];
  /** "No counter matches". */
  readonly nothing: string;
}

export interface PickerAction {
  readonly title: string;
  readonly enabled: boolean;
  readonly run: () => void;
}

/** In a low window it takes the height that there is. */
const positioning = { position: "below", align: "start", autoSize: "height" } as const;

export function CheckPicker({ trigger, ...props }: CheckPickerProps): ReactNode {
  return (
    <Popover trapFocus positioning={positioning}>
      <PopoverTrigger disableButtonEnhancement>{trigger}</PopoverTrigger>
      <PopoverSurface className={styles.surface ?? ""} aria-label={props.label}>
        <Choices {...props} />
      </PopoverSurface>
    </Popover>
  );
}

const rowHeight = 26;
const pageRows = 10;

function Choices(props: Omit<CheckPickerProps, "trigger">): ReactNode {
  const { label, groups, chosen, onToggle, actions = [], nothing } = props;
  const [search, setSearch] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const rows = useMemo(() => flatRows(groups, search), [groups, search]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // Before the surface is measured there must be rows to measure it by.
    initialRect: { width: 320, height: 300 },
  });
  const activeRow = rows.findIndex((row) => row.kind === "option" && row.option.id === active);
  const moveTo = (row: number): void => {
    const target = rows[row];
    if (target?.kind !== "option") return;
    setActive(target.option.id);
    virtualizer.scrollToIndex(row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = nextOption(rows, activeRow, event.key, pageRows);
    if (row !== null) moveTo(row);
    else if (event.key === "Enter" && active !== null && activeRow >= 0) onToggle(active);
    else return;
    event.preventDefault();
  };
  const items = virtualizer.getVirtualItems();
  const isRendered = items.some(({ index }) => index === activeRow);
  const count = rows.filter(({ kind }) => kind === "option").length;
  return (
    <>
      {props.head}
      <Input
        size="small"
        type="search"
        className={styles.field ?? ""}
        input={{ role: "combobox" }}
        aria-label={`Find in ${label}`}
        aria-expanded={true}
        aria-controls={`${id}-list`}
        aria-activedescendant={isRendered ? `${id}-${activeRow}` : undefined}
        placeholder="Type to find"
        contentBefore={<SearchRegular />}
        value={search}
        onChange={(_, { value }) => {
          setSearch(value);
          setActive(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={scroller}
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        tabIndex={-1}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Row
                key={row.key}
                id={`${id}-${index}`}
                row={row}
                top={start}
                active={index === activeRow}
                checked={row.kind === "option" && chosen.has(row.option.id)}
                onToggle={onToggle}
              />
            );
          })}
        </div>
      </div>
      <span role="status" className={styles.nothing}>
        {count === 0 ? nothing : ""}
      </span>
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map(({ title, enabled, run }) => (
            <Button key={title} size="small" appearance="subtle" disabled={!enabled} onClick={run}>
              {title}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: PickerRow;
  readonly top: number;
  readonly active: boolean;
  readonly checked: boolean;
  readonly onToggle: (id: string) => void;
}

function Row({ id, row, top, active, checked, onToggle }: RowProps): ReactNode {
  const style = { transform: `translateY(${top}px)` };
  if (row.kind === "group") {
    return (
      <div className={styles.group} style={style} role="presentation">
        {row.title}
      </div>
    );
  }
  const { option, group } = row;
  const Check = checked ? CheckboxChecked20Regular : CheckboxUnchecked20Regular;
  return (
    // The field has the focus and the keys; a pointer chooses here.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      className={styles.option}
      style={style}
      data-active={active}
      aria-selected={checked}
      aria-description={group ?? undefined}
      title={option.title}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onToggle(option.id)}
    >
      <Check aria-hidden="true" />
      <span className={styles.title}>{option.title}</span>
      <span className={styles.note}>{option.note}</span>
    </div>
  );
}
