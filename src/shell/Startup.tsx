/** Holds the first screen back until what is kept of the last session is there: nothing jumps. */
import { Button, Spinner } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { ErrorState } from "../components/ui/StateMessage.tsx";
import { useConnection } from "../state/services/services.ts";
import { useSession } from "../state/shell/session.ts";
import styles from "./Startup.module.css";

export function Startup({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const connection = useConnection();
  if (session.status === "ready") return children;
  if (connection === "refused") {
    return (
      <ErrorState
        title="This page was opened without its key"
        message="Snapscope lets in only the address that it printed when it was started, the one that ends in #token= and some letters. Copy that whole address from the terminal into the address bar. A key is good until its program ends: after a new start, there is a new address."
      />
    );
  }
  if (session.status === "failed") {
    return (
      <ErrorState
        title="Snapscope could not start"
        message={session.message}
        actions={
          <Button appearance="primary" onClick={() => location.reload()}>
            Try again
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.waiting}>
      {connection === "lost" ? (
        <ErrorState
          title="The services do not answer"
          message="The program behind this page has ended or is starting. The page goes on by itself as soon as it answers; if it does not, start it again."
        />
      ) : (
        <Spinner label="Opening the run library" />
      )}
    </div>
  );
}
