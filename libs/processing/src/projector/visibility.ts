import { START } from './projection-instance.js';
import { PositionWaiters } from './waiters.js';

/** Further than any event. */
const EVERYTHING = (1n << 63n) - 1n;

/** Who waits to see what (design rule 7), one line per set of names. */
export class PositionBoard {
  private readonly lines = new Map<string, { readonly names: readonly string[]; readonly waiters: PositionWaiters }>();
  private over = false;

  /** `positionOf`: undefined for a read model of which an old version serves, which does not move. */
  constructor(private readonly positionOf: (name: string) => bigint | undefined) {}

  async waitFor(position: bigint, names: readonly string[], timeoutMs: number): Promise<boolean> {
    const place = this.placeOf(names);
    if (place.position >= position) return place.all;
    if (this.over) return false;
    const key = names.join('\n');
    const line = this.lines.get(key) ?? { names, waiters: new PositionWaiters() };
    this.lines.set(key, line);
    return (await line.waiters.wait(position, timeoutMs)) && this.placeOf(names).all;
  }

  /** Right after a commit. */
  moved(): void {
    for (const { names, waiters } of this.lines.values()) {
      if (waiters.size > 0) waiters.reached(this.placeOf(names).position);
    }
  }

  end(): void {
    this.over = true;
    for (const { waiters } of this.lines.values()) waiters.end();
  }

  /** The lowest place of those that move; `all` is false where an old version serves until its successor is filled. */
  private placeOf(names: readonly string[]): { readonly position: bigint; readonly all: boolean } {
    let position: bigint | undefined;
    let all = true;
    for (const name of names) {
      const place = this.positionOf(name);
      if (place === undefined) all = false;
      else if (position === undefined || place < position) position = place;
    }
    return { position: position ?? (names.length === 0 ? START : EVERYTHING), all };
  }
}
