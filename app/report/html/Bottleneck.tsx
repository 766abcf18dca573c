/** Where the bottleneck of the run is, and what else had the time of its sessions and operations. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type { Bottleneck as FoundBottleneck } from "../../contract/bottleneck.ts";
import {
  bottleneckSentence,
  type ListedResource,
  listedResources,
  resourceHeads,
} from "../../domain/bottleneck/bottleneck-text.ts";
import { words } from "./columns.tsx";

const [resource, share, utilisation, waits] = resourceHeads;

export const Bottleneck = ({ found }: { readonly found: FoundBottleneck }): ReactNode => (
  <>
    <p>{bottleneckSentence(found)}</p>
    <DataTable<ListedResource>
      caption="Where the time of sessions and operations went; the rest is pauses of users"
      rows={listedResources(found)}
      empty="No time was spent."
      columns={[
        words(resource, (one) => one.name),
        words(share, (one) => one.share),
        words(utilisation, (one) => one.utilisation),
        words(waits, (one) => one.waitTypes.join(", ")),
      ]}
    />
  </>
);
