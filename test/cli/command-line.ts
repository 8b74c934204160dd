import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lockedNode = join(root, 'node_modules', '.bin', 'node');
const node = existsSync(lockedNode) ? lockedNode : process.execPath;

export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built programs on one data folder, as a shell starts them. */
export class CommandLine {
  private service: ChildProcess | undefined;

  constructor(readonly dataDir: string) {}

  /** Runs `garnitur …` to its end. */
  garnitur(...args: readonly string[]): Promise<Said> {
    const child = this.start('apps/cli/src/main.js', args);
    return new Promise((resolve, reject) => {
      let out = '';
      let err = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        err += text;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, out, err }));
    });
  }

  /** What a command prints with `--json`; fails unless it ends well and stdout is that one value. */
  async json(...args: readonly string[]) {
    const { code, out, err } = await this.garnitur(...args, '--json');
    if (code !== 0) throw new Error(`garnitur ${args.join(' ')} ended with ${code}: ${err}`);
    return JSON.parse(out);
  }

  /** Starts the service on a free port; its address once it listens. */
  async startService(): Promise<string> {
    const child = this.start('apps/service/src/main.js', []);
    this.service = child;
    return new Promise((resolve, reject) => {
      let said = '';
      child.stderr?.on('data', (text: Buffer) => {
        said += text;
      });
      child.stdout?.on('data', (text: Buffer) => {
        said += text;
        const url = /listens on (\S+)/.exec(said)?.[1];
        if (url) resolve(url);
      });
      child.on('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
    });
  }

  async stopService(): Promise<void> {
    const child = this.service;
    this.service = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  start(program: string, args: readonly string[]): ChildProcess {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, DATA_DIR: this.dataDir, PORT: '0', ASSISTANT: 'offline', LOG_LEVEL: 'error' };
    return spawn(node, [join(root, 'dist', program), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  }
}
