import { hash } from 'node:crypto';
import type { RecordedEvent } from '#libs/event-store';
import type { Document, Projection } from '#libs/read-models';

/** A document as a read model holds it: where it stands, and a digest of what it says. */
export interface Held {
  readonly position: bigint;
  readonly digest: string;
}

/** What a read model held when it was looked at; `checkpoint` was read before the documents were. */
export interface Holdings {
  readonly documents: ReadonlyMap<string, Held>;
  readonly checkpoint: bigint;
  /** Parked keys and where they wait: nothing from there on has been folded into them. */
  readonly parked: ReadonlyMap<string, bigint>;
}

/** What looks wrong: a document that is held, an event that does not fold, or a document that an event should have made. */
export interface Suspect {
  readonly id: string;
  readonly of: 'document' | 'event' | 'absence';
  /** Of that document, or of that event. */
  readonly position: bigint;
  readonly reason: string;
}

interface Unfinished {
  readonly document: Document;
  readonly position: bigint;
  /** Whether the read model must have it: an event up to the checkpoint made it. */
  readonly due: boolean;
}

/**
 * Folds a read model once more and compares each document at its own position, since a document may be behind or ahead
 * of the others. A document leaves memory as soon as it is compared; what is kept is one digest each.
 */
export class Audit {
  private readonly suspects = new Map<string, Suspect>();
  private readonly types: ReadonlySet<string>;
  private readonly unfinished = new Map<string, Unfinished>();
  private readonly compared = new Set<string>();

  constructor(
    readonly projection: Projection,
    private readonly holdings: Holdings,
  ) {
    this.types = new Set(projection.types);
  }

  /** Events come in the order of their positions. */
  see(event: RecordedEvent): void {
    if (!this.types.has(event.type) || this.waits(`stream:${event.stream}`, event)) return;
    let keys: readonly string[];
    try {
      keys = this.projection.keys(event);
    } catch (error) {
      this.suspect(`stream:${event.stream}`, 'event', event.position, `${event.type} has no key: ${messageOf(error)}`);
      return;
    }
    for (const key of keys) if (!this.waits(key, event)) this.step(key, event);
  }

  private waits(key: string, event: RecordedEvent): boolean {
    const from = this.holdings.parked.get(key);
    return from !== undefined && event.position >= from;
  }

  private step(key: string, event: RecordedEvent): void {
    const { position } = event;
    const held = this.holdings.documents.get(key);
    if (this.compared.has(key)) {
      if (held && position <= this.holdings.checkpoint)
        this.suspect(key, 'document', held.position, `lacks the event at ${position}`);
      return;
    }
    const before = this.unfinished.get(key);
    let document: Document | undefined;
    try {
      document = this.projection.evolve(before?.document, event, key);
    } catch (error) {
      this.unfinished.delete(key);
      this.compared.add(key);
      this.suspect(key, 'event', position, `${event.type} does not fold: ${messageOf(error)}`);
      return;
    }
    if (!document && !before) return;
    if (held && position >= held.position) this.compare(key, held, position, document);
    else if (!document) this.unfinished.delete(key);
    else {
      const due = before?.due === true || position <= this.holdings.checkpoint;
      this.unfinished.set(key, { document, position, due });
    }
  }

  private compare(key: string, held: Held, position: bigint, document: Document | undefined): void {
    this.unfinished.delete(key);
    this.compared.add(key);
    if (position > held.position)
      this.suspect(key, 'document', held.position, 'no event of its own stands at its position');
    else if (!document) this.suspect(key, 'document', held.position, 'is there, and its events say that it is gone');
    else if (digestOf(document) !== held.digest)
      this.suspect(key, 'document', held.position, 'differs from what its events say');
  }

  /** After the last event: what is still not accounted for. */
  finish(): readonly Suspect[] {
    for (const [id, { position }] of this.holdings.documents) {
      if (!this.compared.has(id))
        this.suspect(id, 'document', position, 'is there, and no event that is stored made it so');
    }
    for (const [id, { position, due }] of this.unfinished) {
      if (due && !this.holdings.documents.has(id)) this.suspect(id, 'absence', position, 'is missing');
    }
    return [...this.suspects.values()];
  }

  /** The first thing that is wrong with a document says most. */
  private suspect(id: string, of: Suspect['of'], position: bigint, reason: string): void {
    if (!this.suspects.has(id)) this.suspects.set(id, { id, of, position, reason });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A document's content as 32 bytes: the order of its fields does not matter, fields without a value are not there. */
export function digestOf(document: object): string {
  return hash('sha256', canonical(document), 'base64');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}
