/** The application: Fluent under our theme, then the session's state, then the window's frame. */
import { createDOMRenderer, FluentProvider, RendererProvider } from "@fluentui/react-components";
import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import type { ThemeName } from "../../app/theme/tokens.ts";
import { ChartOutletProvider } from "../components/charts/chart-outlet.ts";
import { ErrorBoundary } from "../components/ui/ErrorBoundary.tsx";
import { chartOutlet } from "../state/files/chart-outlet.ts";
import { desktop } from "../state/shell/platform.ts";
import { useThemeChoice } from "../state/shell/theme.ts";
import { effectiveTheme, onSystemPreference, systemPreference } from "../theme/document-theme.ts";
import { fluentThemes } from "../theme/fluent-themes.ts";
import { Frame } from "./Frame.tsx";
import { Startup } from "./Startup.tsx";

/** Fluent inserts style elements, which the Content-Security-Policy admits by this nonce only. */
const nonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? undefined;
const renderer = createDOMRenderer(
  document,
  nonce === undefined ? {} : { styleElementAttributes: { nonce } },
);

/** This is a style: a class would be given to every portal too, which would then cover the window. */
const wholeWindow = { height: "100%", background: "transparent" };

const preferenceKey = (): string => JSON.stringify(systemPreference());

/** The theme of the document: what the user chose, or what the system prefers now. */
function useTheme(): ThemeName {
  const [choice] = useThemeChoice();
  useSyncExternalStore(onSystemPreference, preferenceKey);
  const theme = effectiveTheme(choice, systemPreference());
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    desktop()?.setTheme(choice === "high-contrast" ? "dark" : choice);
  }, [choice]);
  return theme;
}

export function App(): ReactNode {
  const theme = useTheme();
  return (
    <RendererProvider renderer={renderer} targetDocument={document}>
      <FluentProvider theme={fluentThemes[theme]} style={wholeWindow}>
        <ErrorBoundary what="Snapscope">
          <ChartOutletProvider value={chartOutlet}>
            <Startup>
              <Frame />
            </Startup>
          </ChartOutletProvider>
        </ErrorBoundary>
      </FluentProvider>
    </RendererProvider>
  );
}
