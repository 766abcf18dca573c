/** What is no log: each is refused with the reason, and with what to do where there is something. */
import type { ExpectedRefusal } from "./expectation.ts";

export const refusals: readonly ExpectedRefusal[] = [
  { name: "none-empty.log", message: /is empty; expected an ERRORLOG/ },
  { name: "none-blank-lines.log", message: /expected an ERRORLOG/ },
  { name: "none-one-mark.log", message: /expected an ERRORLOG/ },
  { name: "none-binary.bin", message: /is a binary file/ },
  { name: "none-web-server.log", message: /10\.0\.0\.7.*expected an ERRORLOG/ },
  { name: "none-application.log", message: /INFO \[main\].*expected an ERRORLOG/ },
  { name: "none-prose.txt", message: /It was a dark.*expected an ERRORLOG/ },
  { name: "none-json.json", message: /expected an ERRORLOG/ },
  { name: "none-header-only.csv", message: /Date,Source.*expected an ERRORLOG/ },
  {
    name: "none-counters.blg",
    message: /relog none-counters\.blg -f csv -o none-counters\.csv/,
  },
  { name: "none-events.evtx", message: /Windows event log/ },
  { name: "none-compressed.gz", message: /compressed.*unpack/ },
  { name: "none-workbook.xlsx", message: /Excel workbook.*CSV/ },
  { name: "FDLAUNCHERRORLOG", message: /full-text filter daemon launcher.*open the ERRORLOG/ },
  { name: "none-launcher-renamed.log", message: /full-text filter daemon launcher/ },
  { name: "none-counters-unnamed.csv", message: /it names no counter/ },
  { name: "none-counters-no-sample.csv", message: /no sample follows/ },
  { name: "none-utf-16-broken.log", message: /expected an ERRORLOG/ },
];
