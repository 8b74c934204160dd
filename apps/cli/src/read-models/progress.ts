import type { Progress } from './folder.js';

const WIDTH = 20;
/** Between two pictures of the bar, ms. */
const EVERY_MS = 100;
const CLEAR_LINE = '\r\u001b[K';

/** A bar on stderr while it is a terminal; on a pipe or in a file there is nothing. */
export class ProgressBar {
  private shownAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) {}

  readonly show = ({ done, of, name, documents }: Progress): void => {
    const now = performance.now();
    if (!this.terminal.isTTY || (documents > 0 && now - this.shownAt < EVERY_MS)) return;
    this.shownAt = now;
    const full = Math.round((WIDTH * done) / of);
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
    this.terminal.write(`${CLEAR_LINE}${bar} ${done}/${of} ${name} ${documents.toLocaleString('en')}`);
  };

  clear(): void {
    if (this.shownAt >= 0) this.terminal.write(CLEAR_LINE);
  }
}
