/** What can go wrong with one command. */
export type Fault =
  /** The connection goes; nothing was done. */
  | 'drop before'
  /** The connection goes; all was done. */
  | 'drop after'
  /** The server says goodbye on its side and answers nothing more, but goes on reading. */
  | 'half-close'
  /** Done twice, as if it had been sent twice. */
  | 'repeat'
  /** Another server is the primary by now; nothing was done. */
  | 'not primary'
  /** Done, but not by a majority in time. */
  | 'write concern'
  /** The server has forgotten the cursor. */
  | 'cursor lost'
  /** No answer ever, the connection stays. */
  | 'silence'
  /** The answer comes late, ms. */
  | { readonly slow: number }
  /** Another connection's write between looking and inserting of an upsert, which then meets it: E11000. */
  | { readonly rival: () => void };

interface Armed {
  readonly command: string;
  readonly fault: Fault;
  left: number;
}

/** A switch for each fault: armed for the next commands of a name. */
export class Faults {
  private readonly armed: Armed[] = [];
  /** Commands since the start, by name. */
  readonly seen = new Map<string, number>();

  arm(command: string, fault: Fault, times = 1): void {
    this.armed.push({ command, fault, left: times });
  }

  take(command: string): Fault | undefined {
    this.seen.set(command, (this.seen.get(command) ?? 0) + 1);
    const next = this.armed.find((one) => one.command === command && one.left > 0);
    if (!next) return undefined;
    next.left -= 1;
    return next.fault;
  }

  clear(): void {
    this.armed.length = 0;
  }
}
