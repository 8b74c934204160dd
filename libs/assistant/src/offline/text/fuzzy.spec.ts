import { prefixDistance } from './fuzzy.js';

it.each([
  ['вытежка', 'вытяжк', 1],
  ['вытяжкой', 'вытяжк', 0],
  ['холадильник', 'холодильник', 1],
  ['посудмойка', 'посудомо', 1],
  ['газавая', 'газов', 1],
  ['духоква', 'духовк', 1],
  ['ступка', 'столеш', 3],
  ['индукицонная', 'индукц', 1],
] as const)('«%s» is %s within %i', (word, stem, far) => expect(prefixDistance(word, stem, 2)).toBe(far)); // prettier-ignore
