import { given } from '#libs/furniture';
import { type Account, accountOf } from '../account/account.js';
import { meaningsOf } from '../offline.js';
import type { AccountRequest } from '../port.js';

/** The account of an order, with the words of its conversation read. Pure; for the answers of both assistants. */
export function accountFor({ words, history, ...built }: AccountRequest): Account {
  const meanings = meaningsOf(words, history);
  // After a picture was read («собирай») the picture says what is to be built, and the words only what differs.
  if (history.at(-1)?.status === 'parsed')
    return accountOf({ ...built, past: [], meaning: meanings.at(-1) ?? NOTHING, before: undefined });
  const past = meanings.slice(0, history.length).map((meaning, i) => {
    const { status, reply } = history[i] ?? {};
    return { meaning, ...given({ status, reply }) };
  });
  const [meaning = NOTHING] = meanings.slice(history.length);
  return accountOf({ past, meaning, ...built });
}

const NOTHING = { words: [], statements: [], cost: 0 };
