/** Chooses one of many by typing any part of what it is called. */
import { Combobox, Option, OptionGroup } from "@fluentui/react-components";
import { type ReactNode, useMemo, useState } from "react";
import { matchingOptions, type PickerGroup, type PickerOption } from "./picker-search.ts";
import styles from "./SearchPicker.module.css";

export type { PickerGroup, PickerOption } from "./picker-search.ts";

/** A list that nobody reads to its end; typing finds the others. */
const shownOfGroup = 50;

interface SearchPickerProps {
  /** For a screen reader, where no visible label names it; `labelledBy` else. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly placeholder: string;
  readonly groups: readonly PickerGroup[];
  readonly selected: PickerOption | null;
  readonly disabled?: boolean;
  /** "No run matches". */
  readonly nothing: string;
  readonly className?: string | undefined;
  readonly onChoose: (id: string) => void;
}

export function SearchPicker(props: SearchPickerProps): ReactNode {
  const { label, labelledBy, placeholder, groups, selected, nothing, onChoose } = props;
  const [search, setSearch] = useState<string | null>(null);
  const found = useMemo(
    () => matchingOptions(groups, search ?? "", shownOfGroup),
    [groups, search],
  );
  const close = (): void => setSearch(null);
  return (
    <Combobox
      className={`${styles.picker} ${props.className ?? ""}`}
      aria-label={label}
      aria-labelledby={labelledBy}
      placeholder={placeholder}
      disabled={props.disabled ?? false}
      value={search ?? selected?.title ?? ""}
      selectedOptions={selected === null ? [] : [selected.id]}
      listbox={{ className: styles.list }}
      onChange={(event) => setSearch(event.target.value)}
      onOptionSelect={(_, { optionValue }) => {
        close();
        if (optionValue !== undefined) onChoose(optionValue);
      }}
      onOpenChange={(_, { open }) => !open && close()}
      title={selected?.title}
      onBlur={({ target }) => {
        close();
        // Else a long name would show its end.
        target.scrollLeft = 0;
      }}
    >
      {found.groups.map((group) => (
        <Group key={group.title ?? ""} group={group} />
      ))}
      {found.more > 0 && (
        <Option key="more" disabled text="">
          {found.more} more: type a part of the name
        </Option>
      )}
      {found.groups.length === 0 && (
        <Option key="none" disabled text="">
          {nothing}
        </Option>
      )}
    </Combobox>
  );
}

function Group({ group: { title, options } }: { readonly group: PickerGroup }): ReactNode {
  const list = options.map(({ id, title: name, spoken, facts }) => (
    <Option key={id} value={id} text={spoken} checkIcon={null}>
      <span className={styles.option}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>{facts}</span>
      </span>
    </Option>
  ));
  return title === null ? list : <OptionGroup label={title}>{list}</OptionGroup>;
}
