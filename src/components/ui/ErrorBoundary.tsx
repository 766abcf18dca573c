/** Keeps a bug of one part from taking the window: says what happened, and offers to go on. */
import { Button } from "@fluentui/react-components";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { ErrorState } from "./StateMessage.tsx";

interface Props {
  /** What failed, for the title: "Runs". */
  readonly what: string;
  /** What may have to go before it can be shown again, because it is kept: a draft. */
  readonly discard?: { readonly label: string; readonly act: () => void };
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
  readonly where: string;
  readonly copied: "no" | "yes" | "refused";
}

const fine: State = { error: null, where: "", copied: "no" };

const copyLabels: Readonly<Record<State["copied"], string>> = {
  no: "Copy details",
  yes: "Copied",
  refused: "Not copied: select the details and copy them",
};

export class ErrorBoundary extends Component<Props, State> {
  override state: State = fine;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ where: componentStack ?? "" });
  }

  async #copy(detail: string): Promise<void> {
    // Absent where the page came over plain HTTP from elsewhere; refused where permissions are.
    const copied = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(detail))
      .then(
        () => "yes" as const,
        () => "refused" as const,
      );
    this.setState({ copied });
  }

  override render(): ReactNode {
    const { error, where, copied } = this.state;
    const { what, discard, children } = this.props;
    if (error === null) return children;
    const again = () => this.setState(fine);
    const detail = `${error.stack ?? error.message}\n${where}`.trim();
    return (
      <ErrorState
        title={`${what} cannot be shown`}
        message={`This is a mistake in Snapscope, not in your data: ${error.message}. Runs and settings are kept.`}
        detail={detail}
        actions={
          <>
            <Button appearance="primary" onClick={again}>
              Show it again
            </Button>
            {discard !== undefined && (
              <Button
                onClick={() => {
                  discard.act();
                  again();
                }}
              >
                {discard.label}
              </Button>
            )}
            <Button onClick={() => location.reload()}>Reload the window</Button>
            <Button onClick={() => void this.#copy(detail)}>{copyLabels[copied]}</Button>
          </>
        }
      />
    );
  }
}
