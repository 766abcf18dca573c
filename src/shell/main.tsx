/** Entry of the page: tokens and fonts first, then the session, then React. */
import "@fontsource-variable/inter/standard.css";
import "@fontsource/jetbrains-mono/latin-400.css";
import "@fontsource/jetbrains-mono/latin-ext-400.css";
import "@fontsource/jetbrains-mono/latin-500.css";
import "../theme/fluent-density.css";
import "./global.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { askWhileConnected, fetched } from "../state/services/fetching.ts";
import { startSession } from "../state/shell/session.ts";
import { installTokens } from "../theme/document-theme.ts";
import { App } from "./App.tsx";

installTokens();
askWhileConnected();
startSession();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={fetched}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
