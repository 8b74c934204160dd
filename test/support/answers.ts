import type { Answer } from '#libs/assistant';
import { REQUESTS } from '../../libs/furniture/test/layout/requests.js';

/** Answers that a scripted assistant gives, one for each outcome of spec.md. */
export const builds: Answer = {
  kind: 'operations',
  operations: [{ op: 'plan_kitchen', brief: REQUESTS.R01 }],
  reply: 'Собрал прямую кухню.',
};

/** An edit of what `builds` leaves: another order, so that the turn is `built` again. */
export const paints: Answer = {
  kind: 'operations',
  operations: [{ op: 'set_finish', part: 'facade', finish: 'oak' }],
  reply: 'Фасады теперь под дуб.',
};

export const asks: Answer = { kind: 'question', reply: 'Какой длины стена?' };
export const reads: Answer = { kind: 'reading', reply: 'На рисунке слева направо: мойка 600, посудомойка 450.' };
export const unusable: Answer = { kind: 'unusable', detail: 'not JSON' };
export const declines: Answer = {
  kind: 'decline',
  reply: 'Так сделать нельзя.',
  why: 'До вытяжки над газовой варочной нужно не меньше 750 мм.',
  findings: [
    {
      code: 'HOB-HOOD',
      severity: 'error',
      path: 'runs[A-wall].nodes[n7]',
      msg: 'До вытяжки 400 мм, нужно не меньше 750.',
    },
  ],
};
