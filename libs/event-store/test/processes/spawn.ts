import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../contract/subject.js';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Starts `sqlite-process.ts` from sources; `lines` grows as it prints. */
export function otherProcess(...args: string[]) {
  const flags = ['--experimental-transform-types', '--no-warnings', '--conditions=source'];
  const child = spawn(
    process.execPath,
    [...flags, '--import', beside('./from-sources.mjs'), beside('./sqlite-process.ts'), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  );
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    said: (count: number) => until(() => lines.length >= count, 15_000),
    /** `kill -9`: no handler, no flush, no goodbye. */
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

export function temporaryFolder(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'garnitur-events-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
