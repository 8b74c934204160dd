import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DIST } from '../support/dist.js';

/** Runs the built CLI with `--json`; what it printed. Throws its one line where it failed. */
export async function runCli(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Record<string, unknown>> {
  const main = fileURLToPath(new URL('apps/cli/src/main.js', DIST));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main, ...args, '--json'], { env: { PATH, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`garnitur ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
