import type { Order } from '#libs/furniture';
import {
  type Assistant,
  type Exchange,
  OfflineAssistant,
  type Picture,
  runTurn,
  type TurnOutcome,
} from '../src/index.js';
import { direct } from './computing.js';

export interface Played {
  readonly words: string;
  readonly outcome: TurnOutcome;
  /** The order after the turn. */
  readonly order: Order | undefined;
}

/** A conversation as a worker holds it: each turn with the history before it and the pictures of the last. */
export class PlayedConversation {
  readonly #assistant: Assistant;
  #history: readonly Exchange[] = [];
  #order: Order | undefined;
  #pictures: readonly Picture[] = [];

  constructor(assistant: Assistant = new OfflineAssistant()) {
    this.#assistant = assistant;
  }

  /** The turns so far. */
  get history(): readonly Exchange[] {
    return this.#history;
  }

  /** The order as it stands. */
  get order(): Order | undefined {
    return this.#order;
  }

  /** The same turns, to go on otherwise. */
  branch(): PlayedConversation {
    const other = new PlayedConversation(this.#assistant);
    other.#history = this.#history;
    other.#order = this.#order;
    other.#pictures = this.#pictures;
    return other;
  }

  async say(words: string, pictures: readonly Picture[] = []): Promise<Played> {
    const outcome = await runTurn({
      assistant: this.#assistant,
      computing: direct,
      request: {
        words,
        pictures: [...pictures, ...this.#pictures],
        history: this.#history,
        order: this.#order,
        orderId: 'lead-1',
      },
      signal: new AbortController().signal,
      onAttempt: () => {},
    });
    this.#pictures = pictures.map((picture) => ({ ...picture, from: 'previous_turn' }));
    this.#order = outcome.order ?? this.#order;
    const exchange = {
      turn: this.#history.length + 1,
      words,
      reply: outcome.note,
      status: outcome.status,
      ...(this.#order ? { order: this.#order } : {}),
    };
    this.#history = [...this.#history, exchange];
    return { words, outcome, order: this.#order };
  }
}

/** Plays messages one after another. */
export async function play(
  messages: readonly string[],
  { assistant }: { assistant?: Assistant } = {},
): Promise<Played[]> {
  const conversation = new PlayedConversation(assistant);
  const played: Played[] = [];
  for (const words of messages) played.push(await conversation.say(words));
  return played;
}
