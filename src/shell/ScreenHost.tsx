/** The screen that is open, fetched when it is first needed, behind its own error boundary. */
import { Spinner } from "@fluentui/react-components";
import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "../components/ui/ErrorBoundary.tsx";
import { useNavigation } from "../state/shell/navigation.ts";
import styles from "./ScreenHost.module.css";
import { screenEntry } from "./screens.tsx";

export function ScreenHost(): ReactNode {
  const { id, label, component: Component } = screenEntry(useNavigation(({ screen }) => screen));
  return (
    <ErrorBoundary key={id} what={label}>
      <Suspense
        fallback={
          <div className={styles.loading}>
            <Spinner label={`Opening ${label}`} />
          </div>
        }
      >
        <Component />
      </Suspense>
    </ErrorBoundary>
  );
}
