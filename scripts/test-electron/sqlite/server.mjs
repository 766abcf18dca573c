// One database of the real better-sqlite3, for client.mjs: node server.mjs <package> <questions> <answers>
import { openSync } from "node:fs";
import { createRequire } from "node:module";
import { readMessage, writeMessage } from "./pipe.mjs";

const [sqlite, questionPipe, answerPipe] = process.argv.slice(2);
const Database = createRequire(import.meta.url)(sqlite);
const questions = openSync(questionPipe, "r");
const answers = openSync(answerPipe, "w");

let database = null;
const statements = new Map();

function statement({ sql, pluck }) {
  const key = `${pluck} ${sql}`;
  const known = statements.get(key);
  if (known !== undefined) return known;
  const prepared = database.prepare(sql);
  if (pluck) prepared.pluck();
  statements.set(key, prepared);
  return prepared;
}

function answer(question) {
  switch (question.kind) {
    case "open":
      database = new Database(question.name, question.options);
      return null;
    case "statement":
      return statement(question)[question.method](...question.values);
    case "exec":
      database.exec(question.sql);
      return null;
    case "pragma":
      return database.pragma(question.source, question.options);
    case "inTransaction":
      return database.inTransaction;
    default:
      throw new TypeError(`unknown question: ${question.kind}`);
  }
}

for (let question = readMessage(questions); question !== null; question = readMessage(questions)) {
  try {
    writeMessage(answers, { value: answer(question) });
  } catch (error) {
    writeMessage(answers, { error: { message: error.message, code: error.code } });
  }
}
database?.close();
