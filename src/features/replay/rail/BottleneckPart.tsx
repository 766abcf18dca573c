/** Where the bottleneck of a run or of a selected span is, with what else had the time of its sessions. */
import type { Advice } from "../../../../app/contract/advice.ts";
import {
  bottleneckSentence,
  listedResources,
} from "../../../../app/domain/bottleneck/bottleneck-text.ts";
import { FactList } from "../../../components/ui/FactList.tsx";
import type { Loading } from "../../../state/services/fetching.ts";
import styles from "./RailTabs.module.css";

export function BottleneckPart({ advice }: { readonly advice: Loading<Advice> }) {
  const { value, message } = advice;
  if (value === null) return <p className={styles.nothing}>{message ?? "Looking at the run…"}</p>;
  const { bottleneck } = value;
  if (bottleneck === null) return <p className={styles.nothing}>Nothing was measured.</p>;
  return (
    <section className={styles.finding} aria-label="Bottleneck">
      <p>{bottleneckSentence(bottleneck)}</p>
      <FactList
        facts={listedResources(bottleneck).map(({ name, share, utilisation }) => ({
          name,
          wide: true,
          value: `${share} of the time${utilisation === "" ? "" : `, utilisation ${utilisation}`}`,
        }))}
      />
    </section>
  );
}
