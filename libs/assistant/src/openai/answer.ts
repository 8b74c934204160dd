import { z } from 'zod';
import type { Answer, AssistantRequest, Picture } from '../port.js';
import { decode } from '../vocabulary/decode.js';
import { joinPath, problem } from '../vocabulary/problems.js';
import { readingReply, readingSchema } from '../vocabulary/reading.js';
import { answerSchema, type WireAnswer } from '../vocabulary/schema.js';
import { errorsOf, whyOf } from '../words/findings.js';
import { UNREADABLE } from './call.js';
import type { Tokens } from './prices.js';

/** The parts of a completion that are used; servers differ in the rest. */
const text = z.string().nullish();
const message = z.object({
  content: text,
  /** Where some servers put the whole answer of a model that thinks first. */
  reasoning_content: text.catch(null),
  refusal: text,
  tool_calls: z.array(z.unknown()).nullish(),
  function_call: z.unknown().nullish(),
});
const completionSchema = z.object({ choices: z.array(z.object({ finish_reason: text, message })).min(1) });

const count = z.int().nonnegative().catch(0);
const NO_DETAILS = { cached_tokens: 0, cache_write_tokens: 0 };
const details = z.object({ cached_tokens: count, cache_write_tokens: count }).catch(NO_DETAILS);
const usage = z.object({ prompt_tokens: count, completion_tokens: count, prompt_tokens_details: details });

/** Token counts reported by the provider; zeros if absent. */
export function tokensOf(completion: unknown): Tokens {
  const reported = z.object({ usage }).safeParse(completion).data?.usage;
  const { prompt_tokens: prompt = 0, completion_tokens = 0, prompt_tokens_details = NO_DETAILS } = reported ?? {};
  const { cached_tokens: cached, cache_write_tokens: written } = prompt_tokens_details;
  return { prompt, cached, written, completion: completion_tokens };
}

type Unusable = Extract<Answer, { kind: 'unusable' }>;
type Read<Content> = { readonly content: Content; readonly written: string };

const unusable = (detail: string, more: Pick<Unusable, 'findings' | 'written'> = {}): Unusable => ({
  kind: 'unusable',
  detail,
  ...more,
});

const REFUSED = 'Модель отказалась отвечать.';
/** Findings per unreadable answer. */
const MAX_ISSUES = 5;
const MAX_HINT_LENGTH = 200;

/** The completion's JSON parsed by `schema`, or why it is unusable. */
function contentOf<Schema extends z.ZodType>(completion: unknown, schema: Schema): Read<z.infer<Schema>> | Unusable {
  if (completion === UNREADABLE) return unusable('Ответ сервера не читается.');
  const choice = completionSchema.safeParse(completion).data?.choices[0];
  if (!choice) return unusable('В ответе сервера нет ответа модели.');
  const { finish_reason, message } = choice;
  if (message.refusal || finish_reason === 'content_filter')
    return unusable(REFUSED, { findings: [problem('OP-REFUSED', 'answer', REFUSED)] });
  if (message.tool_calls?.length || message.function_call)
    return unusable('Вызван инструмент, которого нет: нужен ответ по схеме.');
  const written = message.content?.trim() || message.reasoning_content?.trim();
  if (!written) return unusable('Ответ пуст.');
  if (finish_reason === 'length') return unusable('Ответ оборван: он слишком длинный.', { written });
  const [json, ...more] = objectsIn(written);
  if (json === undefined) return unusable('В ответе нет объекта JSON, или он оборван.', { written });
  if (more.length > 0) return unusable('Нужен один объект JSON, а в ответе их несколько.', { written });
  const read = schema.safeParse(json);
  if (read.success) return { content: read.data, written };
  const findings = read.error.issues.slice(0, MAX_ISSUES).map((issue) => {
    const path = joinPath(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path);
    return problem('OP-READ', path || 'answer', 'Ответ не по схеме.', issue.message.slice(0, MAX_HINT_LENGTH));
  });
  return unusable('Ответ не по схеме.', { findings, written });
}

const THOUGHTS = /^[\s\S]*<\/think>/;
/** What counts outside the strings of JSON: braces, and the commas before a closing bracket that small models leave. */
const MARKS = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"|$)|,(?=\s*[}\]])|[{}]/g;

/** The JSON objects in a model's text, which may be fenced, explained, or preceded by thoughts. A cut one is none. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  const answer = text.replace(THOUGHTS, '');
  for (let at = answer.indexOf('{'); at >= 0; at = answer.indexOf('{', at)) {
    let json = '';
    let depth = 0;
    do {
      MARKS.lastIndex = at;
      const mark = MARKS.exec(answer);
      if (!mark) return found;
      json += answer.slice(at, mark.index) + (mark[0] === ',' ? '' : mark[0]);
      at = MARKS.lastIndex;
      depth += mark[0] === '{' ? 1 : mark[0] === '}' ? -1 : 0;
    } while (depth > 0);
    try {
      found.push(JSON.parse(json));
    } catch {
      // Braces in prose.
    }
  }
  return found;
}

/** A completion as the answer to a turn in words. */
export function answerOf(completion: unknown, request: AssistantRequest): Answer {
  const read = contentOf(completion, answerSchema);
  if ('kind' in read) return read;
  const { content, written } = read;
  const said = { understood: content.understood, notDone: content.not_done };
  return { ...actionOf(content, request), said, written };
}

function actionOf({ actions, reply }: WireAnswer, { order, history, findings }: AssistantRequest): Answer {
  const turns = history.filter((one) => one.order).map(({ turn }) => turn);
  const decoded = decode({ actions }, { order, turns });
  switch (decoded.kind) {
    case 'operations':
    case 'restore':
      return { ...decoded, reply };
    case 'refused':
      return unusable('Действия нельзя выполнить.', { findings: decoded.findings });
    case 'decline': {
      // It counts only if the checks reported that code; the reason is given in the checks' words.
      const named = errorsOf(findings).filter(({ code }) => code === decoded.code);
      return named.length === 0 ? questionOf(reply) : { kind: 'decline', reply, why: whyOf(named), findings };
    }
    case 'ask':
      return questionOf(reply);
  }
}

const NO_REPLY = problem('OP-EMPTY', 'reply', 'Пустой reply.', 'вопрос или ответ клиенту');
const questionOf = (reply: string): Answer =>
  reply.trim() === '' ? unusable('Ответ без слов.', { findings: [NO_REPLY] }) : { kind: 'question', reply };

/** A completion as the reading of pictures. */
export function readingAnswer(completion: unknown, pictures: readonly Picture[]): Answer {
  const read = contentOf(completion, readingSchema);
  return 'kind' in read ? read : readingReply(read.content, pictures);
}
