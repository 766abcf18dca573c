/** The form: sections one under the other. */
import type { ReactNode } from "react";
import styles from "./ScenarioForm.module.css";
import { DatabaseSection } from "./sections/DatabaseSection.tsx";
import { MeasurementSection } from "./sections/MeasurementSection.tsx";
import { StorageSection } from "./sections/StorageSection.tsx";
import { TimelineSection } from "./sections/TimelineSection.tsx";
import { WorkloadSection } from "./sections/WorkloadSection.tsx";

export function ScenarioForm(): ReactNode {
  return (
    <div className={styles.sections}>
      <DatabaseSection />
      <StorageSection />
      <WorkloadSection />
      <TimelineSection />
      <MeasurementSection />
    </div>
  );
}
