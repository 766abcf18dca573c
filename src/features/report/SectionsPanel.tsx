/** What the report has, in its order: each section is shown or left out, titled, noted and moved. */
import { Button, Checkbox, Input, Textarea } from "@fluentui/react-components";
import { ArrowDownRegular, ArrowUpRegular, DeleteRegular } from "@fluentui/react-icons";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { EditedSection, ReportEdits } from "../../../app/contract/report-edits.ts";
import type { ReportSection } from "../../../app/contract/rpc/services.ts";
import { editOf, isEdited, moved, withSection } from "../../../app/domain/report/report-edits.ts";
import { Panel } from "../../components/ui/Panel.tsx";
import styles from "./SectionsPanel.module.css";
import { inShownOrder, isMovable } from "./section-order.ts";

interface SectionsPanelProps {
  readonly sections: readonly ReportSection[];
  readonly edits: ReportEdits;
  /** The section that is edited; null: none. */
  readonly selected: string | null;
  /** What is added to them. */
  readonly add: ReactNode;
  /** `id`: the section that the change is of. */
  onChange(edits: ReportEdits, id: string): void;
  onSelect(id: string | null): void;
  /** Removes a chart that was added. */
  onRemove(id: string): void;
  onReset(): void;
}

export function SectionsPanel(props: SectionsPanelProps): ReactNode {
  const { sections, edits, selected, add, onChange, onSelect, onRemove, onReset } = props;
  const listed = inShownOrder(sections, edits);
  const movable = listed.filter(isMovable).map(({ id }) => id);
  const shown = movable.filter((id) => editOf(edits, id).leftOut !== true);
  // What is moved is another element to the browser, which takes the focus off it.
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  });
  const move = (id: string, by: -1 | 1): void => {
    focused.current = document.activeElement;
    onChange(moved(edits, movable, id, by), id);
  };
  const onKeyDown = (event: KeyboardEvent, { id, kind }: ReportSection): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null || !event.altKey || !isMovable({ kind })) return;
    event.preventDefault();
    move(id, by);
  };
  return (
    <Panel title="Sections">
      <p className={styles.hint}>What is edited here is what is exported.</p>
      <div className={styles.tools}>
        {add}
        <Button size="small" disabled={!isEdited(edits)} onClick={onReset}>
          Reset
        </Button>
      </div>
      <ol className={styles.list}>
        {listed.map((section) => (
          <li key={section.id} onKeyDown={(event) => onKeyDown(event, section)}>
            <SectionRow
              section={section}
              edit={editOf(edits, section.id)}
              number={shown.indexOf(section.id) + 1}
              isSelected={selected === section.id}
              onChange={(edit) => onChange(withSection(edits, edit), section.id)}
              onSelect={() => onSelect(selected === section.id ? null : section.id)}
            />
            {selected === section.id && (
              <SectionFields
                section={section}
                edit={editOf(edits, section.id)}
                canMove={(by) => moved(edits, movable, section.id, by) !== edits}
                onChange={(edit) => onChange(withSection(edits, edit), section.id)}
                onMove={(by) => move(section.id, by)}
                onRemove={() => onRemove(section.id)}
              />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface SectionRowProps {
  readonly section: ReportSection;
  readonly edit: EditedSection;
  /** 0: it has none. */
  readonly number: number;
  readonly isSelected: boolean;
  onChange(edit: EditedSection): void;
  onSelect(): void;
}

function SectionRow(props: SectionRowProps): ReactNode {
  const { section, edit, number, isSelected, onChange, onSelect } = props;
  const { kind } = section;
  const title = kind === "head" ? "Title and conclusion" : (edit.title ?? section.title);
  return (
    <div className={styles.row} data-selected={isSelected}>
      {kind === "head" ? (
        <span className={styles.fixed} />
      ) : (
        <Checkbox
          className={styles.check ?? ""}
          aria-label={`Show ${title}`}
          checked={edit.leftOut !== true}
          onChange={(_, { checked }) => onChange({ ...edit, leftOut: checked !== true })}
        />
      )}
      <button
        type="button"
        className={styles.title}
        data-left-out={edit.leftOut === true}
        aria-expanded={isSelected}
        title={title}
        onClick={onSelect}
      >
        {number > 0 ? `${number}. ${title}` : title}
      </button>
      {edit.note !== undefined && <span className={styles.noted}>noted</span>}
    </div>
  );
}

const longestTitle = 200;
const longestNote = 10_000;

interface SectionFieldsProps {
  readonly section: ReportSection;
  readonly edit: EditedSection;
  canMove(by: -1 | 1): boolean;
  onChange(edit: EditedSection): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function SectionFields(props: SectionFieldsProps): ReactNode {
  const { section, edit, canMove, onChange, onMove, onRemove } = props;
  const [titleId, noteId] = [useId(), useId()];
  return (
    <div className={styles.fields}>
      <label htmlFor={titleId}>Title</label>
      <Input
        id={titleId}
        value={edit.title ?? ""}
        placeholder={section.title}
        title={section.title}
        maxLength={longestTitle}
        onChange={(_, { value }) => onChange({ ...edit, title: value })}
      />
      <label htmlFor={noteId}>Note above it</label>
      <Textarea
        id={noteId}
        value={edit.note ?? ""}
        placeholder="A paragraph for each line"
        resize="vertical"
        rows={3}
        maxLength={longestNote}
        onChange={(_, { value }) => onChange({ ...edit, note: value })}
      />
      {isMovable(section) && (
        <div className={styles.acts}>
          <Button
            size="small"
            icon={<ArrowUpRegular />}
            title="Move up (Alt+↑)"
            disabledFocusable={!canMove(-1)}
            onClick={() => onMove(-1)}
          >
            Up
          </Button>
          <Button
            size="small"
            icon={<ArrowDownRegular />}
            title="Move down (Alt+↓)"
            disabledFocusable={!canMove(1)}
            onClick={() => onMove(1)}
          >
            Down
          </Button>
          {section.kind === "chart" && (
            <Button size="small" icon={<DeleteRegular />} onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
