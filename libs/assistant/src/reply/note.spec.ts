import { builtNote, cleanReply, MAX_NOTE_LENGTH, shorten } from './note.js';

describe('a note', () => {
  const defaults = Array.from({ length: 12 }, (_, i) => ({ code: `d${i}`, text: `умолчание номер ${i}` }));
  const warnings = Array.from({ length: 30 }, (_, i) => ({
    code: `W-${i}`,
    severity: 'warning' as const,
    path: 'a',
    msg: `Предупреждение номер ${i} довольно длинное.`,
  }));

  it('names every default, whatever the length of the reply', () => {
    const note = builtNote('слово '.repeat(500), defaults, warnings);
    for (const { text } of defaults) expect(note).toContain(text);
    expect(note.length).toBeLessThanOrEqual(MAX_NOTE_LENGTH);
  });
  it('has as many whole warnings as fit', () => {
    const note = builtNote('Собрано.', [], warnings);
    expect(note).toContain('Обратите внимание: Предупреждение номер 0 ');
    expect(note.endsWith('длинное.')).toBe(true);
  });
  it('leaves out `info` findings', () => {
    expect(builtNote('Собрано.', [], [{ code: 'ERG-TRI', severity: 'info', path: 'a', msg: 'Треугольник.' }])).toBe(
      'Собрано.',
    );
  });
});

it.each([
  ['<script>alert(1)</script>готово', 'alert(1)готово'],
  ['смотрите https://a.b/c и www.x.ru вот', 'смотрите и вот'],
  ['[кухня](http://x.y)', 'кухня'],
  ['**жирно** `код`', 'жирно код'],
  ['а\u0000б\u200b  в', 'а б в'],
])('markup and links are removed: %j', (text, clean) => expect(cleanReply(text)).toBe(clean)); // prettier-ignore

it('a cut ends at a sentence or a word, never inside a surrogate pair', () => {
  expect(shorten('Первое предложение. Второе предложение.', 30)).toBe('Первое предложение.');
  expect(shorten('😀'.repeat(20), 10)).toMatch(/^(😀)+…$/u);
  expect(shorten('коротко', 30)).toBe('коротко');
});
