import type { Order } from '#libs/furniture';
import { OfflineAssistant } from '../src/offline.js';
import type { Assistant, Exchange, Picture } from '../src/port.js';
import { runTurn, type TurnOutcome } from '../src/turn/run-turn.js';
import { direct } from './computing.js';

export interface Played {
  readonly words: string;
  readonly outcome: TurnOutcome;
  /** The order after the turn. */
  readonly order: Order | undefined;
}

/** Plays messages one after another as a worker does, each turn with the history before it. */
export async function play(
  messages: readonly string[],
  { assistant = new OfflineAssistant(), pictures = [] }: { assistant?: Assistant; pictures?: readonly Picture[] } = {},
): Promise<Played[]> {
  const played: Played[] = [];
  const history: Exchange[] = [];
  let order: Order | undefined;
  for (const words of messages) {
    const outcome = await runTurn({
      assistant,
      computing: direct,
      request: { words, pictures, history: [...history], order, orderId: 'lead-1' },
      signal: new AbortController().signal,
      onAttempt: () => {},
    });
    order = outcome.order ?? order;
    history.push({
      turn: history.length + 1,
      words,
      reply: outcome.note,
      status: outcome.status,
      ...(order ? { order } : {}),
    });
    played.push({ words, outcome, order });
  }
  return played;
}
