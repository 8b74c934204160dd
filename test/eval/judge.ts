import { type Order, parseOrder } from '#libs/furniture';
import { isCheckable } from '../../libs/assistant/test/assertions.js';
import { type Case, messagesOf, problemsOf } from '../../libs/assistant/test/cases.js';
import { viewOf } from '../../libs/assistant/test/view.js';
import type { Api } from '../support/api.js';

/** A turn may last four minutes (spec.md, limits). */
export const TURN_MS = 250_000;

export interface Judged {
  readonly one: Case;
  readonly status: string;
  readonly note: string;
  readonly problems: readonly string[];
  /** Assertions that cannot be evaluated through the API. */
  readonly unseen: number;
  /** Sums over the conversation's turns. */
  readonly turns: number;
  readonly attempts: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Duration of every turn, ms. */
  readonly times: readonly number[];
}

export async function orderOf(api: Api, conversation: string): Promise<Order | undefined> {
  const { status, json } = await api.get(`/v1/conversations/${conversation}/project`);
  if (status === 404) return undefined;
  const parsed = parseOrder(json.project);
  if (!parsed.ok) throw new Error(`the project is no order: ${parsed.faults[0]?.msg ?? ''}`);
  return parsed.order;
}

/** Plays one conversation through the public API and judges its last turn. Never rejects. */
export async function judge(api: Api, one: Case): Promise<Judged> {
  const times: number[] = [];
  let [attempts, tokens, costUsd] = [0, 0, 0];
  try {
    const conversation = await api.conversation();
    const versions: (Order | undefined)[] = [];
    let last: { status: string; result: { note: string; why?: string } } | undefined;
    for (const words of messagesOf(one)) {
      const turn = await api.outcome(await api.send(conversation, words), TURN_MS);
      if (!turn.result) throw new Error(`turn ${turn.state}: ${turn.error?.message ?? 'no result'}`);
      last = turn;
      const { usage } = turn.result;
      times.push(usage.ms);
      attempts += usage.attempts;
      tokens += usage.prompt_tokens + usage.completion_tokens;
      costUsd += usage.cost_usd;
      versions.push(await orderOf(api, conversation));
    }
    if (!last) throw new Error('the conversation has no message');
    const bom = (await api.get(`/v1/conversations/${conversation}/bom`)).json.bom;
    const view = viewOf(versions.at(-1), versions.at(-2), versions, last.result, bom);
    const all = one.expect.assertions ?? [];
    const seen = all.filter((assertion) => isCheckable(assertion, view));
    return {
      one,
      status: last.status,
      note: last.result.note,
      problems: problemsOf(one, last.status, view, seen),
      unseen: all.length - seen.length,
      turns: times.length,
      attempts,
      tokens,
      costUsd,
      times,
    };
  } catch (error) {
    const problems = [error instanceof Error ? error.message : String(error)];
    return {
      one,
      status: 'none',
      note: '',
      problems,
      unseen: 0,
      turns: times.length,
      attempts,
      tokens,
      costUsd,
      times,
    };
  }
}
