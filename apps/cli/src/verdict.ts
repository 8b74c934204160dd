import { CommanderError } from 'commander';
import { Problem } from '#libs/kernel';

/** The command could not do what it was asked: one line, exit 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The command line asks for what there cannot be: one line that says what would be accepted, exit 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

export interface Verdict {
  readonly code: 0 | 1 | 2;
  /** For stderr; absent where it has been said already. */
  readonly line?: string;
}

/** What an error means to the shell. Only expected errors reach an operator in their own words; none brings a stack. */
export function verdictOf(error: unknown): Verdict {
  // Commander has printed its line, or the help that was asked for.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof WrongUsage) return { code: 2, line: oneLine(error.message) };
  if (error instanceof Problem) {
    return { code: error.code === 'invalid_request' ? 2 : 1, line: oneLine(error.message) };
  }
  return { code: 1, line: oneLine(error instanceof Error ? error.message || error.name : String(error)) };
}

export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
