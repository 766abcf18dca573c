/** What every report has around its parts: the head with its policy and sheet, and the title. */
import type { ReactNode } from "react";
import { Patterns } from "../../charts/Patterns.tsx";
import { reportStyle } from "./style.ts";

/** No source is allowed but the sheet in the file itself, and the fonts in that sheet. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

interface PageShellProps {
  readonly written: {
    readonly title: string;
    readonly subtitle: string;
    /** UTC, ISO 8601. */
    readonly generatedAt: string;
    readonly machine: { readonly program: string };
  };
  /** Right of the line that runs above the page. */
  readonly subject: string;
  readonly children: ReactNode;
}

export function PageShell({ written, subject, children }: PageShellProps): ReactNode {
  const { title, subtitle, generatedAt, machine } = written;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content={`Snapscope ${machine.program}`} />
        <title>{`${title} – Snapscope report`}</title>
        <style>{reportStyle(`${title}, ${generatedAt.slice(0, 10)}`)}</style>
      </head>
      <body>
        <Patterns />
        <main>
          <div className="running">
            <span>Snapscope report</span>
            <span>{`${generatedAt.slice(0, 16).replace("T", " ")} UTC, ${subject}`}</span>
          </div>
          <h1>{title}</h1>
          <p className="subtitle">{subtitle}</p>
          {children}
        </main>
      </body>
    </html>
  );
}
