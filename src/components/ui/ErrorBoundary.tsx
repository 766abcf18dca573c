/** Keeps a bug of one screen from taking the window: says what happened, and offers to go on. */
import { Button } from "@fluentui/react-components";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { ErrorState } from "../components/ui/StateMessage.tsx";

interface Props {
  /** What failed, for the title: "Runs". */
  readonly what: string;
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
    if (error === null) return this.props.children;
    const detail = `${error.stack ?? error.message}\n${where}`.trim();
    return (
      <ErrorState
        title={`${this.props.what} cannot be shown`}
        message={`This is a mistake in Snapscope, not in your data: ${error.message}. Runs and settings are kept.`}
        detail={detail}
        actions={
          <>
            <Button appearance="primary" onClick={() => this.setState({ error: null, where: "" })}>
              Show it again
            </Button>
            <Button onClick={() => location.reload()}>Reload the window</Button>
            <Button onClick={() => void navigator.clipboard.writeText(detail)}>Copy details</Button>
          </>
        }
      />
    );
  }
}
