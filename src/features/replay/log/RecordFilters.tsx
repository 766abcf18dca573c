/** Which records are shown: by file, source, kind, phase and severity, and in which time. */
import {
  Button,
  Menu,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ChevronDownRegular, DismissRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import {
  type FacetCount,
  noRecordFilter,
  type RecordFacets,
  type RecordFilter,
} from "../../../../app/contract/rpc/records.ts";
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import { phaseTerm, recordSubjects, recordTerm } from "../../../../app/domain/glossary/glossary.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { type CheckGroup, CheckPicker } from "../../../components/ui/CheckPicker.tsx";
import {
  isFiltering,
  type ListPart,
  withToggled,
} from "../../../state/recordings/record-filter.ts";
import { phaseNamed } from "./phase-names.ts";
import styles from "./RecordFilters.module.css";

export interface RecordFiltersProps {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
  readonly facets: RecordFacets | null;
  /** By position. */
  readonly files: readonly string[];
  readonly selection: Span | null;
  readonly timeline: Timeline;
}

export function RecordFilters(props: RecordFiltersProps): ReactNode {
  const { filter, onChange, facets, files } = props;
  const groups = useMemo(() => groupsOf(facets, files), [facets, files]);
  const menu = (part: ListPart, title: string, label: string) => (
    <Facet
      title={title}
      label={label}
      groups={groups[part]}
      chosen={filter[part]}
      onToggle={(value) => onChange(withToggled(filter, part, value))}
      onReset={() => onChange({ ...filter, [part]: null })}
    />
  );
  return (
    <>
      {files.length > 1 && menu("files", "File", "files")}
      {menu("sources", "Source", "sources")}
      {menu("kinds", "Kind", "kinds of records")}
      {menu("phases", "Phase", "phases")}
      <Severity {...props} />
      <SpanFilter {...props} />
      {isFiltering(filter) && (
        <Button
          size="small"
          appearance="subtle"
          className={styles.facet ?? ""}
          icon={<DismissRegular />}
          aria-label="Clear all filters"
          title="Clear all filters"
          onClick={() => onChange(noRecordFilter)}
        />
      )}
    </>
  );
}

interface FacetProps {
  readonly title: string;
  readonly label: string;
  readonly groups: readonly CheckGroup[];
  readonly chosen: readonly (string | number)[] | null;
  readonly onToggle: (value: string) => void;
  readonly onReset: () => void;
}

function Facet({ title, label, groups, chosen, onToggle, onReset }: FacetProps) {
  const set = useMemo(() => new Set((chosen ?? []).map(String)), [chosen]);
  return (
    <CheckPicker
      label={label}
      trigger={
        <Button size="small" className={styles.facet ?? ""} data-active={chosen !== null}>
          {chosen === null ? title : `${title}: ${formatNumber(set.size)}`}
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      }
      groups={groups}
      chosen={set}
      onToggle={onToggle}
      nothing="Nothing matches."
      actions={[{ title: "Show all", enabled: chosen !== null, run: onReset }]}
    />
  );
}

const optionOf = ({ value, count }: FacetCount, title: string) => ({
  id: value,
  title,
  note: formatNumber(count),
});

const none: Readonly<Record<ListPart, readonly CheckGroup[]>> = {
  files: [],
  sources: [],
  kinds: [],
  phases: [],
};

function groupsOf(
  facets: RecordFacets | null,
  files: readonly string[],
): Readonly<Record<ListPart, readonly CheckGroup[]>> {
  if (facets === null) return none;
  const plain = (counts: readonly FacetCount[], titleOf: (value: string) => string) => [
    { title: null, options: counts.map((count) => optionOf(count, titleOf(count.value))) },
  ];
  return {
    files: plain(facets.files, (value) => files[Number(value)] ?? value),
    sources: plain(facets.sources, (value) => value || "none"),
    phases: plain(facets.phases, phaseTitle),
    kinds: recordSubjects.map(({ title, kinds }) => ({
      title,
      options: facets.kinds
        .filter(({ value }) => kinds.includes(value))
        .map((count) => optionOf(count, recordTerm(count.value).title)),
    })),
  };
}

function phaseTitle(value: string): string {
  const name = phaseNamed(value);
  return name === null ? "Outside phases" : phaseTerm(name).title;
}

const severities: readonly { readonly from: number | null; readonly title: string }[] = [
  { from: null, title: "All records" },
  { from: 1, title: "Errors only" },
  { from: 17, title: "Severity 17 and up" },
  { from: 20, title: "Severity 20 and up" },
];

function Severity({ filter, onChange, facets }: RecordFiltersProps) {
  const now = filter.minimumSeverity;
  const state = now === null ? "" : now === 1 ? ": errors" : `: ${now} and up`;
  const countFrom = (from: number): string =>
    formatNumber(
      (facets?.severities ?? [])
        .filter(({ value }) => Number(value) >= from)
        .reduce((sum, { count }) => sum + count, 0),
    );
  return (
    <Menu
      checkedValues={{ severity: [String(now)] }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const chosen = severities.find(({ from }) => String(from) === checkedItems[0]);
        onChange({ ...filter, minimumSeverity: chosen?.from ?? null });
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" className={styles.facet ?? ""} data-active={now !== null}>
          Severity{state}
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {severities.map(({ from, title }) => (
            <MenuItemRadio
              key={title}
              name="severity"
              value={String(from)}
              secondaryContent={from === null ? "" : countFrom(from)}
            >
              {title}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** The time that was selected when one asked: selecting records in it leaves it as it is. */
function SpanFilter({ filter, onChange, selection, timeline }: RecordFiltersProps) {
  const { span } = filter;
  const clock = (atMs: number): string => formatMomentOf(timeline, atMs);
  return (
    <Menu
      checkedValues={{ span: [span === null ? "all" : "some"] }}
      onCheckedValueChange={(_, { checkedItems: [chosen] }) => {
        if (chosen === "all") onChange({ ...filter, span: null });
        if (chosen === "selection" && selection !== null) {
          onChange({ ...filter, span: { fromMs: selection.startMs, toMs: selection.endMs } });
        }
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" className={styles.facet ?? ""} data-active={span !== null}>
          {span === null ? "Time" : "Time: some"}
          <ChevronDownRegular className={styles.chevron ?? ""} />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItemRadio name="span" value="all">
            All times
          </MenuItemRadio>
          {span !== null && (
            <MenuItemRadio name="span" value="some">
              {`${clock(span.fromMs)} to ${clock(span.toMs)}`}
            </MenuItemRadio>
          )}
          <MenuItemRadio name="span" value="selection" disabled={selection === null}>
            {selection === null
              ? "The selection (nothing is selected)"
              : `The selection, ${clock(selection.startMs)} to ${clock(selection.endMs)}`}
          </MenuItemRadio>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
