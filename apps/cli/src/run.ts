import { endQuietlyOnClosedPipe } from './output/stdout.js';
import { createProgram } from './program.js';
import { verdictOf } from './verdict.js';

/** Carries out one command line; the exit code (contract.md, Commands): 0, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  endQuietlyOnClosedPipe();
  try {
    await createProgram().parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    const { code, line } = verdictOf(error);
    if (line !== undefined) process.stderr.write(`${line}\n`);
    return code;
  }
}
