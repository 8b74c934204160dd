import { spawn } from 'node:child_process';
import { BARE, programFile } from './dist.js';

export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built `garnitur …` as a process, with this environment and nothing else of ours. */
export function spawnGarnitur(env: Readonly<Record<string, string>>, args: readonly string[]) {
  return spawn(process.execPath, [programFile('cli'), ...args], {
    env: { ...BARE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export function garnitur(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Said> {
  const child = spawnGarnitur(env, args);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

/** What a command prints with `--json`. @throws with its one line where it does not end well. */
export async function garniturJson(env: Readonly<Record<string, string>>, args: readonly string[], run = garnitur) {
  const { code, out, err } = await run(env, [...args, '--json']);
  if (code !== 0) throw new Error(`garnitur ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}
