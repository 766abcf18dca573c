/** The run list as a sorted table; the order is kept with the settings. */
import { functionalUpdate, type SortingState, type Updater, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import * as z from "zod";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { useSetting } from "../../state/services/settings.ts";
import { runColumns, runTableFeatures } from "./run-columns.tsx";

const sortingSchema = z.array(z.object({ id: z.string(), desc: z.boolean() })).max(3);
const newestFirst: SortingState = [{ id: "createdAt", desc: true }];
const knownColumns = new Set(
  runColumns.map((column) => "accessorKey" in column && column.accessorKey),
);

export function useRunTable(entries: readonly RunEntry[]) {
  const [kept, keep] = useSetting<SortingState>("runs.sorting", sortingSchema, newestFirst);
  // A column that a later version dropped must not break the list.
  const sorting = kept.every(({ id }) => knownColumns.has(id as keyof RunEntry))
    ? kept
    : newestFirst;
  return useTable(
    useMemo(
      () => ({
        features: runTableFeatures,
        columns: runColumns,
        data: entries,
        getRowId: ({ id }: RunEntry) => id,
        enableSortingRemoval: false,
        state: { sorting },
        onSortingChange: (change: Updater<SortingState>) => keep(functionalUpdate(change, sorting)),
      }),
      [entries, sorting, keep],
    ),
  );
}

export type RunTableModel = ReturnType<typeof useRunTable>;
