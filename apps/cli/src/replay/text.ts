import type { CoinStep, Replayed, ReplayedAttempt, ReplayedTurn, WebhookStep } from '#libs/conversations';
import { readOrder } from '#libs/furniture';
import { oneLine } from '#libs/kernel';

/** A conversation for auditors: what was said, tried, found, paid and sent, each with its time (UTC). */
export function replayText(replayed: Replayed): string {
  const { conversation_id, external_id, order_id, partner_id, company_id, order, ended } = replayed;
  return [
    `Разговор ${conversation_id}`,
    `  лид ${oneLine(external_id ?? '—')}, заказ ${oneLine(order_id)}, партнёр ${partner_id}, компания ${company_id}`,
    `  начат ${clock(replayed.started_at)}, живёт до ${clock(replayed.expires_at)}`,
    ...(ended ? [`  ${ended.why === 'deleted' ? 'удалён' : 'истёк'} ${clock(ended.at)}`] : []),
    ...replayed.turns.flatMap(turnWords),
    ...replayed.handoffs.map(
      ({ at, order_id: name, seat_id, seat_title, turn }) =>
        `${clock(at)}  передан: ${oneLine(name)} → место ${seat_id} «${oneLine(seat_title)}», ход ${turn}`,
    ),
    '',
    order ? `Заказ после хода ${replayed.turn}:\n${indented(readOrder(order))}` : 'Ничего не собрано.',
  ].join('\n');
}

/** In order of time; what has the same time stays as it is told here. */
function turnWords(turn: ReplayedTurn): string[] {
  const lines: (readonly [at: string, words: string])[] = [
    ...turn.coins.filter(({ step }) => step === 'reserved').map(coinWords),
    [turn.queued_at, `клиент: «${turn.text}»${pictures(turn)}`],
    ...(turn.started_at === undefined ? [] : [[turn.started_at, `начат узлом ${turn.node_id}`] as const]),
    ...turn.attempts.map(attemptWords),
    ...(turn.ended_at === undefined ? [] : [[turn.ended_at, outcomeWords(turn)] as const]),
    ...turn.coins.filter(({ step }) => step !== 'reserved').map(coinWords),
    ...turn.webhooks.map(webhookWords),
  ];
  const sorted = lines.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const head = `Ход ${turn.turn} (${turn.id}): ${turn.status ?? turn.state}`;
  return ['', head, ...sorted.map(([at, words]) => `${clock(at)}  ${words.replaceAll('\n', `\n${' '.repeat(27)}`)}`)];
}

function pictures({ images }: ReplayedTurn): string {
  return images.map(({ mime, width, height, bytes }) => `\n[${mime} ${width} × ${height}, ${bytes} байт]`).join('');
}

function attemptWords({ at, attempt, operations, findings, usage, next }: ReplayedAttempt): readonly [string, string] {
  const tokens = usage.prompt_tokens + usage.completion_tokens;
  const spent = tokens > 0 ? `, ${tokens} токенов, $${usage.cost_usd}` : '';
  return [
    at,
    [
      `попытка ${attempt} (${usage.model}, ${usage.ms} мс${spent}) → ${next}`,
      ...operations.map((operation) => `  ${JSON.stringify(operation)}`),
      ...findings.map(({ severity, code, path, msg }) => `  ${severity} ${code} ${path}: ${msg}`),
    ].join('\n'),
  ];
}

function outcomeWords({ state, result, error, stopped }: ReplayedTurn): string {
  if (state === 'stopped') return `остановлен (${stopped})`;
  if (error) return `не состоялся: ${error.code}, ${error.message}`;
  if (!result) return state;
  const why = result.why === undefined ? '' : `\nпричина: ${result.why}`;
  return `ответ (${result.status}, изменено узлов: ${result.applied}): «${result.note}»${why}`;
}

const COIN_WORDS = { reserved: 'отложено', charged: 'списано', released: 'возвращено' } as const;

function coinWords({ at, step, coins, balance }: CoinStep): readonly [string, string] {
  const left = balance.included + balance.extra;
  return [at, `монеты: ${COIN_WORDS[step]} ${coins}, свободно ${left}`];
}

function webhookWords({ at, step, event_id, attempt, status, error, address }: WebhookStep): readonly [string, string] {
  const facts = [attempt && `попытка ${attempt}`, status, error, address].filter((fact) => fact !== undefined);
  return [at, `вебхук ${event_id}: ${[step, ...facts].join(', ')}`];
}

function clock(at: string): string {
  return at.replace('T', ' ').replace('Z', '').padEnd(23);
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
