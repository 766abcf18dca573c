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
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, where: "" };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ where: componentStack ?? "" });
  }

  override render(): ReactNode {
    const { error, where } = this.state;
    const { what, discard, children } = this.props;
    if (error === null) return children;
    const again = () => this.setState({ error: null, where: "" });
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
            <Button onClick={() => void navigator.clipboard.writeText(detail)}>Copy details</Button>
          </>
        }
      />
    );
  }
}
