// Stands in for the package better-sqlite3 under an Electron whose Node is too old for it: asks a process
// of the project's own Node, which runs the real package, and waits for each answer as its callers expect.
// What Snapscope uses of the package is here, and nothing else. See install.mjs.
import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMessage, writeMessage } from "./pipe.mjs";

const { node, server, sqlite } = JSON.parse(
  readFileSync(new URL("installed.json", import.meta.url), "utf8"),
);

/** Two named pipes: reading them blocks, which the streams of a child process would not. */
class Server {
  #questions;
  #answers;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "snapscope-sqlite-"));
    const [questions, answers] = [join(folder, "questions"), join(folder, "answers")];
    execFileSync("mkfifo", [questions, answers]);
    const child = spawn(node, [server, sqlite, questions, answers], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.unref();
    // Each waits for the other end. The server goes when this process does and its end closes.
    this.#questions = openSync(questions, "w");
    this.#answers = openSync(answers, "r");
    rmSync(folder, { recursive: true });
  }

  ask(question) {
    writeMessage(this.#questions, question);
    const answer = readMessage(this.#answers);
    if (answer === null) throw new SqliteError("the process of SQLite has ended", "SQLITE_IOERR");
    if (answer.error) throw new SqliteError(answer.error.message, answer.error.code);
    return answer.value;
  }

  end() {
    closeSync(this.#questions);
    closeSync(this.#answers);
  }
}

class SqliteError extends Error {
  name = "SqliteError";

  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

class Statement {
  #database;
  #sql;
  #pluck = false;

  constructor(database, sql) {
    this.#database = database;
    this.#sql = sql;
  }

  pluck() {
    this.#pluck = true;
    return this;
  }

  run = (...values) => this.#ask("run", values);
  get = (...values) => this.#ask("get", values);
  all = (...values) => this.#ask("all", values);
  /** All at once: a statement that is stepped through would hold the pipe. */
  iterate = (...values) => this.all(...values).values();

  #ask(method, values) {
    return this.#database.ask({
      kind: "statement",
      sql: this.#sql,
      method,
      pluck: this.#pluck,
      values,
    });
  }
}

export default class Database {
  #server = new Server();
  #inTransaction = false;

  constructor(name, options) {
    this.name = name;
    try {
      this.ask({ kind: "open", name, options });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  ask(question) {
    return this.#server.ask(question);
  }

  prepare(sql) {
    return new Statement(this, sql);
  }

  exec(sql) {
    this.ask({ kind: "exec", sql });
    return this;
  }

  pragma(source, options) {
    return this.ask({ kind: "pragma", source, options });
  }

  close() {
    this.#server.end();
  }

  /** Nobody nests them. */
  transaction(work) {
    return {
      immediate: () => {
        if (this.#inTransaction) throw new TypeError("a transaction within another");
        this.exec("BEGIN IMMEDIATE");
        this.#inTransaction = true;
        try {
          const result = work();
          this.exec("COMMIT");
          return result;
        } catch (error) {
          if (this.ask({ kind: "inTransaction" })) this.exec("ROLLBACK");
          throw error;
        } finally {
          this.#inTransaction = false;
        }
      },
    };
  }
}
