import { exitOf } from './errors.js';
import { createProgram } from './program.js';

// A reader that has seen enough (`| head`) ends the command, without a word.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Exit codes (contract.md, Commands): 0 done, 1 failed, 2 wrong usage.
try {
  await createProgram().parseAsync();
} catch (error) {
  const { code, line } = exitOf(error);
  if (line !== undefined) process.stderr.write(`${line}\n`);
  process.exitCode = code;
}
