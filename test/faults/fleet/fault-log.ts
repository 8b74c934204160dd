import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The run's own process is late by more than this: what callers measure then is not the fleet's doing, ms. */
const LATE_MS = 250;
const LOOK_MS = 5_000;

/** What happened when, for whoever has to explain a violation: in FAULTS_LOG (a folder), nowhere where it is not set. */
export class FaultLog {
  private readonly delay = monitorEventLoopDelay({ resolution: 20 });
  private readonly looking: NodeJS.Timeout | undefined;

  constructor(private readonly folder: string | undefined) {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    this.delay.enable();
    this.looking = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** One line with its time, in a file of its writer. */
  note(writer: string, text: string): void {
    if (this.folder === undefined) return;
    appendFileSync(join(this.folder, `${writer}.log`), `${new Date().toISOString()} ${text.trimEnd()}\n`);
  }

  close(): void {
    clearInterval(this.looking);
    this.delay.disable();
  }

  private look(): void {
    const late = Math.round(this.delay.max / 1e6);
    this.delay.reset();
    if (late > LATE_MS) this.note('run', `this process was late by ${late} ms`);
  }
}
