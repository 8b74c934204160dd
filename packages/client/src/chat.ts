import { type Garnitur, hasEnded } from './client.js';
import type { EndedTurn, PictureQuery, Project, Turn } from './types.js';

type Finishes = Pick<PictureQuery, 'carcass' | 'facade'>;

/** A customer's words and what came of them. */
export interface Exchange {
  /** The message's own id; its `Idempotency-Key`. */
  readonly id: string;
  readonly text: string;
  /** Undefined until the service has taken the words. */
  readonly turnId?: string;
  /** Undefined while they are worked on. */
  readonly outcome?: EndedTurn;
  /** Why the words were not taken, or the outcome is not known; `again()` repeats it. */
  readonly error?: unknown;
}

export interface ChatState {
  /** Undefined until the first words. */
  readonly conversationId: string | undefined;
  readonly exchanges: readonly Exchange[];
  /** A conversation has one open turn: nothing more is taken until its outcome. */
  readonly isBusy: boolean;
}

type Calls = Pick<Garnitur, 'createConversation' | 'send' | 'outcome' | 'stop'>;

/**
 * What a page with a chat keeps, whatever draws it: the exchanges so far, and the one under way. `garnitur` speaks to the
 * page's own server, which has the key.
 */
export class Chat {
  private readonly listeners = new Set<() => void>();
  private current: ChatState;

  constructor(
    private readonly garnitur: Calls,
    { conversationId, exchanges = [] }: { conversationId?: string; exchanges?: readonly Exchange[] } = {},
  ) {
    this.current = { conversationId, exchanges, isBusy: false };
  }

  /** Another object after each change. */
  get state(): ChatState {
    return this.current;
  }

  /** Tells of each change; gives back how to end that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves when the words have their outcome, or their error. */
  async say(text: string): Promise<void> {
    const exchange = { id: crypto.randomUUID(), text: text.trim() };
    if (this.current.isBusy || exchange.text === '') return;
    await this.run({ exchanges: [...this.current.exchanges, exchange] }, exchange);
  }

  /** The newest words once more, under their id: what was taken is not taken twice. Also goes on with an open turn. */
  async again(): Promise<void> {
    const last = this.current.exchanges.at(-1);
    if (this.current.isBusy || !last || last.outcome) return;
    await this.run({}, last);
  }

  /** Ends the turn that is under way; it costs nothing. */
  async stop(): Promise<void> {
    const last = this.current.exchanges.at(-1);
    if (last?.turnId === undefined || last.outcome) return;
    // What has just ended cannot be stopped: its outcome is on its way.
    await this.garnitur.stop(last.turnId).catch(() => undefined);
  }

  private async run(changes: Partial<ChatState>, { id, text, turnId }: Exchange): Promise<void> {
    this.change({ ...changes, isBusy: true });
    this.update(id, { error: undefined });
    try {
      const turn = turnId ?? (await this.send(id, text));
      this.update(id, { turnId: turn });
      this.update(id, { outcome: await this.garnitur.outcome(turn) });
    } catch (error) {
      this.update(id, { error });
    } finally {
      this.change({ isBusy: false });
    }
  }

  private async send(idempotencyKey: string, text: string): Promise<string> {
    if (this.current.conversationId === undefined)
      this.change({ conversationId: (await this.garnitur.createConversation()).id });
    const { conversationId = '' } = this.current;
    return (await this.garnitur.send(conversationId, { text, idempotencyKey })).id;
  }

  private update(id: string, changes: Partial<Exchange>): void {
    const exchanges = this.current.exchanges.map((one) => (one.id === id ? { ...one, ...changes } : one));
    this.change({ exchanges });
  }

  private change(changes: Partial<ChatState>): void {
    this.current = { ...this.current, ...changes };
    for (const listener of this.listeners) listener();
  }
}

/** The words of a conversation as its server kept them, with its turns as the service tells of them. */
export function exchangesOf(
  words: readonly { readonly turnId: string; readonly text: string }[],
  turns: readonly Turn[],
): Exchange[] {
  return words.map(({ turnId, text }) => {
    const turn = turns.find(({ id }) => id === turnId);
    return { id: turnId, text, turnId, ...(turn && hasEnded(turn) ? { outcome: turn } : {}) };
  });
}

/** Number of the turn that the picture shows; 0 while nothing is assembled. */
export function builtTurn({ exchanges }: ChatState): number {
  const turns = exchanges.map(({ outcome }) =>
    outcome?.state === 'done' && outcome.status === 'built' ? outcome.result.turn : 0,
  );
  return Math.max(0, ...turns);
}

/** The finishes that the customer has named, as pictures take them; of fronts in several those of the base units. */
export function finishesOf({ finish: { carcass, facade = {} } }: Pick<Project, 'finish'>): Finishes {
  const fronts = facade.base ?? facade.tall ?? facade.upper ?? facade.wall;
  return { ...(carcass && { carcass }), ...(fronts && { facade: fronts }) };
}

/** A choice that a question offers; its number as an answer takes it. */
export interface Choice {
  readonly number: string;
  readonly text: string;
}

/** The numbered choices in a note: «Можно так: 1) …; 2) ….» None where it offers fewer than two. */
export function choicesOf(note: string): readonly Choice[] {
  const found = [...note.matchAll(/(?<=^|[\s:])(\d)\)\s+(.+?)(?=;\s+\d\)\s|[.?!…](?:\s|$)|$)/g)];
  const choices = found.map(([, number = '', text = '']) => ({ number, text }));
  return choices.length > 1 && choices.every(({ number }, at) => number === `${at + 1}`) ? choices : [];
}
