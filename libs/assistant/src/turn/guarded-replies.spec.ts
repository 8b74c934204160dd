import { messagesOf, readCases } from '../../test/cases.js';
import { play } from '../../test/play.js';
import { OfflineAssistant } from '../offline-assistant.js';
import type { Answer, Assistant } from '../port.js';
import { cleanReply } from '../words/note.js';

const conversations = ['requests.jsonl', 'own.jsonl'].flatMap((file) =>
  readCases(new URL(`../../test/${file}`, import.meta.url)).map((one) => [one.id, messagesOf(one)] as const),
);

/** The guard is meant for lies and leaks of a model: replies of an honest assistant must pass unchanged. */
it.each(conversations)('replies of conversation %s reach the customer whole', async (_id, messages) => {
  const offline = new OfflineAssistant();
  const answers: Answer[] = [];
  const listening: Assistant = {
    model: offline.model,
    async answer(...asked) {
      const given = await offline.answer(...asked);
      answers.push(given.answer);
      return given;
    },
  };
  for (const { outcome } of await play(messages, { assistant: listening })) {
    const last = answers
      .filter((answer) => 'reply' in answer)
      .findLast((answer) => outcome.note.includes(opening(answer)));
    expect([outcome.note, last !== undefined]).toEqual([outcome.note, true]);
  }
});

/** The part of a reply that is left even if defaults take up the rest of the note. */
const opening = (answer: Answer): string => ('reply' in answer ? cleanReply(answer.reply).slice(0, 100) : '');
