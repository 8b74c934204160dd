import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whoever has the page open, known by a cookie. */
export interface Visitor {
  /** Your lead's id, which Garnitur knows the conversation by. */
  readonly lead: string;
  conversationId?: string;
  /** What was said: Garnitur gives back answers, not the words. */
  readonly words: { readonly turnId: string; readonly text: string }[];
}

/** In your database. */
export class Visitors {
  private readonly known = new Map<string, Visitor>();

  /** A visitor without a cookie is a new one. */
  of({ headers }: IncomingMessage, response: ServerResponse): Visitor {
    const token = /(?:^|; )visitor=([\w-]+)/.exec(headers.cookie ?? '')?.[1];
    const known = token === undefined ? undefined : this.known.get(token);
    if (known) return known;
    const fresh = crypto.randomUUID();
    const visitor: Visitor = { lead: `site-${crypto.randomUUID()}`, words: [] };
    this.known.set(fresh, visitor);
    response.setHeader('set-cookie', `visitor=${fresh}; HttpOnly; SameSite=Strict; Path=/`);
    return visitor;
  }

  /** Whether what a path names is the visitor's own. The key opens every conversation of yours: without this, so would the page. */
  owns(visitor: Visitor, { conversation, turn }: Partial<Record<'conversation' | 'turn', string>>): boolean {
    if (conversation !== undefined && conversation !== visitor.conversationId) return false;
    return turn === undefined || visitor.words.some(({ turnId }) => turnId === turn);
  }
}
