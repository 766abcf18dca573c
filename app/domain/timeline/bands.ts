/**
 * Bands from phases. A phase is told again as it goes on; its band keeps its id, so that a selection
 * outlives it. The row of commands is derived: from the first phase of a creation to its completion.
 */
import { type Phase, type PhaseName, phaseNames } from "../../contract/phase.ts";
import type { Band, BandRow } from "./timeline.ts";

interface ToldPhase extends Phase {
  readonly progress?: number | undefined;
}

const rows: Readonly<Record<PhaseName, BandRow>> = {
  files: "files",
  checkpointWait: "checkpoint",
  checkpoint: "checkpoint",
  secondPass: "checkpoint",
  openWait: "checkpoint",
  open: "files",
  arming: "startup",
  startupWait: "startup",
  startup: "startup",
  analysis: "analysis",
  redo: "redo",
  undo: "undo",
  flush: "flush",
  complete: "command",
  serverStart: "serverStart",
  recovery: "recovery",
  backup: "backup",
  verifyBackup: "backup",
  restore: "restore",
  arrayRestore: "restoreSteps",
  restoreFiles: "restoreSteps",
  restoreData: "restoreSteps",
  restoreLog: "restoreSteps",
  restoreFlush: "restoreSteps",
  restoreRecovery: "restoreSteps",
  consistencyCheck: "consistencyCheck",
  revert: "revert",
  logGrowth: "logGrowth",
  tableUpdate: "tableUpdate",
  tableScan: "tableScan",
  indexRebuild: "indexRebuild",
  indexCreation: "indexCreation",
  selectInto: "selectInto",
  dropTable: "dropTable",
  pageDamage: "pageDamage",
  arraySnapshot: "arraySnapshot",
  ioFreeze: "ioFreeze",
  longIo: "longIo",
  latchTimeout: "latchTimeout",
  stackDump: "stackDump",
};

/** Rows of what belongs to no creation: automatic checkpoints, and the recovery of the database itself. */
const rowsOfNoCreation: Partial<Readonly<Record<PhaseName, BandRow>>> = {
  checkpoint: "normalCheckpoint",
  startup: "recoverySteps",
  analysis: "recoverySteps",
  redo: "recoverySteps",
  undo: "recoverySteps",
};

const rowOf = ({ name, snapshot }: Phase): BandRow =>
  (snapshot === null ? rowsOfNoCreation[name] : undefined) ?? rows[name];

/** What an engine reports of them has no length; what a log shows of the others may have none. */
const isInstant = ({ name, snapshot, startMs, endMs }: Phase): boolean =>
  name === "open" || name === "complete" || (snapshot === null && startMs === endMs);

const isCreation = (name: PhaseName): boolean => phaseNames.some((known) => known === name);

export class BandTable {
  readonly #toldOnce: boolean;
  readonly #bands: Band[] = [];
  /** Positions by what identifies a phase: nothing else of it stays the same. */
  readonly #known = new Map<string, number>();
  readonly #ordinals = new Map<string, number>();
  /** Position of the command under way, by snapshot. */
  readonly #commands = new Map<string, number>();
  #list: readonly Band[] | null = null;

  /**
   * `toldOnce`: no phase is told again. Only then may two of them begin at the same moment, as long
   * I/Os and backups of a log do, and their ids hold though others are found before them.
   */
  constructor({ toldOnce = false }: { readonly toldOnce?: boolean } = {}) {
    this.#toldOnce = toldOnce;
  }

  /** One array until a band changes. */
  get list(): readonly Band[] {
    this.#list ??= [...this.#bands];
    return this.#list;
  }

  take(phase: ToldPhase): void {
    const { snapshot, database = null, name, startMs } = phase;
    const key = JSON.stringify([name, snapshot, startMs]);
    const position = this.#toldOnce ? undefined : this.#known.get(key);
    if (position === undefined && isCreation(name)) this.#openCommand(phase);
    if (position === undefined) {
      this.#known.set(key, this.#bands.length);
      this.#add({ ...bandOf(phase), id: this.#newId(snapshot ?? database, name, startMs) });
    } else {
      const known = this.#bands[position];
      // Pieces that were merged may tell of progress after they told of the end.
      if (known !== undefined && (known.endMs === null || phase.endMs !== null)) {
        this.#replace(position, { ...bandOf(phase), id: known.id });
      }
    }
    if (phase.name === "complete" && phase.snapshot !== null) {
      this.#closeCommand(phase.snapshot, phase.startMs);
    }
  }

  #openCommand({ snapshot, name, startMs, startSource }: ToldPhase): void {
    if (snapshot === null) return;
    // A snapshot whose creation failed can be asked for again: its files are created anew.
    if (this.#commands.has(snapshot) && name !== "files") return;
    if (name === "complete") return;
    this.#commands.set(snapshot, this.#bands.length);
    this.#add({
      id: this.#newId(snapshot, "command", startMs),
      row: "command",
      phase: null,
      snapshot,
      startMs,
      endMs: null,
      // Without trace flags the start-up is the first that a log tells of: the command was given before it.
      startSource: name === "startup" ? "bound" : (startSource ?? "logged"),
      endSource: null,
      instant: false,
      progress: null,
      figures: {},
    });
  }

  #closeCommand(snapshot: string, endMs: number): void {
    const position = this.#commands.get(snapshot);
    const command = position === undefined ? undefined : this.#bands[position];
    if (position === undefined || command === undefined) return;
    this.#replace(position, { ...command, endMs, endSource: "logged" });
    this.#commands.delete(snapshot);
  }

  #newId(of: string | null, name: string, startMs: number): string {
    const group = `${of ?? ""}/${name}${this.#toldOnce ? `/${startMs}` : ""}`;
    const ordinal = (this.#ordinals.get(group) ?? 0) + 1;
    this.#ordinals.set(group, ordinal);
    return `${group}/${ordinal}`;
  }

  #add(band: Band): void {
    this.#bands.push(band);
    this.#list = null;
  }

  #replace(position: number, band: Band): void {
    this.#bands[position] = band;
    this.#list = null;
  }
}

function bandOf(phase: ToldPhase): Omit<Band, "id"> {
  const { name, snapshot, startMs, endMs, startSource, endSource, progress, figures } = phase;
  return {
    row: rowOf(phase),
    phase: name,
    snapshot,
    database: phase.database ?? null,
    startMs,
    endMs,
    startSource: startSource ?? "logged",
    endSource: endMs === null ? null : (endSource ?? "logged"),
    instant: isInstant(phase),
    progress: endMs === null ? (progress ?? null) : null,
    figures,
  };
}
