import { z } from 'zod';
import { type Finding, given } from '#libs/furniture';
import type { Answer, AssistantRequest, Picture } from '../port.js';
import { errorsOf, whyOf } from '../words/findings.js';
import { decode } from '../vocabulary/decode.js';
import { problem } from '../vocabulary/problems.js';
import { readingOf, readingSchema } from '../vocabulary/reading.js';
import { isSmall, NOT_A_KITCHEN, NOTHING_READ, readingText, SMALL_PICTURE } from '../vocabulary/reading-text.js';
import { answerSchema } from '../vocabulary/schema.js';
import { UNREADABLE } from './call.js';
import type { Tokens } from './prices.js';

/** The part of a completion that is used; servers differ in the rest. */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(z.unknown()).nullish(),
          function_call: z.unknown().nullish(),
        }),
      }),
    )
    .min(1),
});

const count = z.int().nonnegative().catch(0);
const usageSchema = z.object({
  usage: z.object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z
      .object({ cached_tokens: count, cache_write_tokens: count })
      .catch({ cached_tokens: 0, cache_write_tokens: 0 }),
  }),
});

/** Token counts reported by the provider; zeros if absent. */
export function tokensOf(completion: unknown): Tokens {
  const { data } = usageSchema.safeParse(completion);
  if (!data) return { prompt: 0, cached: 0, written: 0, completion: 0 };
  const { prompt_tokens, completion_tokens, prompt_tokens_details } = data.usage;
  const { cached_tokens, cache_write_tokens } = prompt_tokens_details;
  return { prompt: prompt_tokens, cached: cached_tokens, written: cache_write_tokens, completion: completion_tokens };
}

type Unusable = Extract<Answer, { kind: 'unusable' }>;

const unusable = (detail: string, findings?: readonly Finding[]): Unusable => ({
  kind: 'unusable',
  detail,
  ...given({ findings }),
});

const isUnusable = (value: unknown): value is Unusable =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'unusable';

/** Findings per unreadable answer. */
const MAX_ISSUES = 5;

/** The completion's JSON parsed by `schema`, or why it is unusable. */
function contentOf<Schema extends z.ZodType>(completion: unknown, schema: Schema): z.infer<Schema> | Unusable {
  if (completion === UNREADABLE) return unusable('Ответ сервера не читается.');
  const choice = completionSchema.safeParse(completion).data?.choices[0];
  if (!choice) return unusable('В ответе сервера нет ответа модели.');
  const { finish_reason, message } = choice;
  if (message.refusal || finish_reason === 'content_filter')
    return unusable('Модель отказалась отвечать.', [problem('OP-REFUSED', 'answer', 'Модель отказалась отвечать.')]);
  if (message.tool_calls?.length || message.function_call)
    return unusable('Вызван инструмент, которого нет: нужен ответ по схеме.');
  if (finish_reason === 'length') return unusable('Ответ оборван: он слишком длинный.');
  if (!message.content?.trim()) return unusable('Ответ пуст.');
  const json = parse(message.content);
  if (json === undefined) return unusable('Ответ не читается как JSON.');
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const findings = read.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message: text }) =>
      problem('OP-READ', path.join('.') || 'answer', 'Ответ не по схеме.', text.slice(0, 120)),
    );
  return unusable('Ответ не по схеме.', findings);
}

/** Parses JSON, also inside the Markdown fences that some models add. */
function parse(content: string): unknown {
  const [from, to] = [content.indexOf('{'), content.lastIndexOf('}')];
  try {
    return JSON.parse(content.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

/** A completion as the answer to a turn in words. */
export function answerOf(completion: unknown, request: AssistantRequest): Answer {
  const content = contentOf(completion, answerSchema);
  if (isUnusable(content)) return content;
  const { reply } = content;
  const turns = request.history.flatMap(({ turn, order }) => (order ? [turn] : []));
  const decoded = decode(content, { order: request.order, turns });
  switch (decoded.kind) {
    case 'operations':
      return { kind: 'operations', operations: decoded.operations, reply };
    case 'restore':
      return { kind: 'restore', turn: decoded.turn, reply };
    case 'refused':
      return unusable('Действия нельзя выполнить.', decoded.findings);
    case 'decline':
      return declineOf(decoded.code, reply, request) ?? questionOf(reply);
    case 'ask':
      return questionOf(reply);
  }
}

const questionOf = (reply: string): Answer =>
  reply.trim() === ''
    ? unusable('Ответ без слов.', [problem('OP-EMPTY', 'reply', 'Пустой reply.', 'вопрос или ответ клиенту')])
    : { kind: 'question', reply };

/** A decline counts only if the checks reported that code; the reason is given in the checks' words. */
function declineOf(code: string, reply: string, { findings }: AssistantRequest): Answer | undefined {
  const named = errorsOf(findings).filter((finding) => finding.code === code);
  return named.length === 0 ? undefined : { kind: 'decline', reply, why: whyOf(named), findings };
}

/** A completion as the reading of pictures. */
export function readingAnswer(completion: unknown, pictures: readonly Picture[]): Answer {
  const content = contentOf(completion, readingSchema);
  if (isUnusable(content)) return content;
  const reading = readingOf(content);
  const poor = isSmall(pictures) ? ` ${SMALL_PICTURE}` : '';
  if (!reading) return { kind: 'question', reply: (content.is_composition ? NOTHING_READ : NOT_A_KITCHEN) + poor };
  return { kind: 'reading', reply: readingText(reading, pictures), reading };
}
