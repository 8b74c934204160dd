import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { BARE, programFile } from '../support/dist.js';

const STARTED_WITHIN_MS = 60_000;

export type ServiceProgram = 'service' | 'thinking' | 'planted';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built service (`npm test` builds it) as a process of its own, as an operator runs it. */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;
  private url: string | undefined;

  private constructor(
    env: Readonly<Record<string, string>>,
    program: ServiceProgram,
    hear: (text: string) => void,
    descriptors: number | undefined,
  ) {
    const node = [process.execPath, programFile(program)];
    const limited = ['sh', '-c', `ulimit -n ${descriptors}; exec "$0" "$1"`, ...node];
    const [command = '', ...args] = descriptors === undefined ? node : limited;
    this.child = spawn(command, args, {
      env: { ...BARE, PORT: '0', LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk) => {
      this.stdout += chunk;
      hear(String(chunk));
    });
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += chunk;
      hear(String(chunk));
    });
    this.exited = new Promise((resolve) => this.child.on('close', (code, signal) => resolve({ code, signal })));
  }

  /**
   * @param program `thinking` is the service with an assistant that takes its time (thinking-service.ts), `planted` a server
   * with one defect that looks like it (planted.ts).
   * @param hear is told what it writes, as it writes.
   * @param descriptors how many files and sockets it may have open; as many as this process by default.
   */
  static spawn(
    env: Readonly<Record<string, string>>,
    program: ServiceProgram = 'service',
    hear: (text: string) => void = () => undefined,
    descriptors?: number,
  ): ServiceProcess {
    return new ServiceProcess(env, program, hear, descriptors);
  }

  /** Where it listens, as it says on stdout. */
  async listening(): Promise<string> {
    let gone: Exit | undefined;
    void this.exited.then((exit) => {
      gone = exit;
    });
    for (
      const end = Date.now() + STARTED_WITHIN_MS;
      Date.now() < end && !gone;
      await new Promise((resolve) => setTimeout(resolve, 5))
    ) {
      this.url ??= /^Garnitur listens on (\S+)$/m.exec(this.stdout)?.[1];
      if (this.url !== undefined) return this.url;
    }
    throw new Error(
      `the service does not listen (${gone ? `it ended with ${gone.code ?? gone.signal}` : 'it runs'}): ${this.stdout}${this.stderr}`,
    );
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** SIGSTOP and SIGCONT: a node that stands still, as one does whose machine is moved or swaps. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  /** Ends it without asking, and waits until it is gone. */
  async kill(): Promise<Exit> {
    this.child.kill('SIGKILL');
    return this.exited;
  }

  /** Asks it to end. */
  async terminate(): Promise<Exit> {
    this.child.kill('SIGTERM');
    return this.exited;
  }
}

/** Below what systems give to sockets that name no port (Linux from 32,768, others from 49,152). */
const FIXED_PORTS = { from: 12_000, to: 32_000 };

/**
 * A port that nobody listens on, so that callers find a restarted service where it was. Nobody else's connection is given it
 * meanwhile, as may happen to one that the system chose.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIXED_PORTS.from, FIXED_PORTS.to);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
