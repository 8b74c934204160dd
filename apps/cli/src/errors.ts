import { CommanderError } from 'commander';
import { oneLine, Problem } from '#libs/kernel';

/** The command could not do what it was asked: one line, exit 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The command line asks for what there cannot be: one line that says what would be accepted, exit 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

export interface Exit {
  readonly code: 0 | 1 | 2;
  /** For stderr; absent where it has been said already. */
  readonly line?: string;
}

/** What an error means to the shell. Only expected errors reach an operator in their own words; none brings a stack. */
export function exitOf(error: unknown): Exit {
  // Commander has printed its line, or the help that was asked for.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof WrongUsage) return { code: 2, line: oneLine(error.message) };
  if (error instanceof Problem) {
    return { code: error.code === 'invalid_request' ? 2 : 1, line: oneLine(error.message) };
  }
  return { code: 1, line: oneLine(lineOf(error)) };
}

/** Errors of the language, not of ours: a defect says so, and shows where to whoever asks with LOG_LEVEL. */
const DEFECTS = [TypeError, RangeError, ReferenceError, SyntaxError];

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!DEFECTS.some((type) => error instanceof type)) return error.message || error.name;
  const where = /^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '') ? error.stack : undefined;
  return where ?? `a defect of this program: ${error.name}: ${error.message} (LOG_LEVEL=debug says where)`;
}
