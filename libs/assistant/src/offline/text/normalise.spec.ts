import { normalise } from './normalise.js';

/** Meanings of a text's words, without numbers and marks. */
const meanings = (text: string): string[] => normalise(text).flatMap(({ lex, finish }) => finish ?? lex ?? []);

describe('words are understood however they are written', () => {
  it.each([
    ['вытежка', 'hood'],
    ['вытяшка', 'hood'],
    ['холадильник', 'fridge'],
    ['холодилник', 'fridge'],
    ['газавая', 'gas'],
    ['посудамойка', 'dishwasher'],
    ['посудомоечная машина', 'dishwasher'],
    ['ПММ', 'dishwasher'],
    ['пмм', 'dishwasher'],
    ['холод', 'fridge'],
    ['дш', 'oven'],
    ['вп', 'hob'],
    ['дух.шкаф', 'oven'],
    ['дух. шкаф', 'oven'],
    ['духовой шкаф', 'oven'],
    ['духавка', 'oven'],
    ['СВЧ-печь', 'microwave'],
    ['микровалновка', 'microwave'],
    ['столешнеца', 'worktop'],
    ['бутылочнеца', 'bottle'],
    ['антрисоль', 'mezzanine'],
    ['раковина', 'sink'],
    ['подаконник', 'sill'],
    ['moyka', 'sink'],
    ['posudomoyka', 'dishwasher'],
    ['duhovka', 'oven'],
    ['indukciya', 'induction'],
    ['holodilnik', 'fridge'],
    ['vytyazhka', 'hood'],
    ['stoleshnica', 'worktop'],
    ['belyi', 'white'],
    ['dub', 'oak'],
    ['oreh', 'walnut'],
    ['чeрный', 'black'],
    ['cтена', 'wall'],
    ['пeнал', 'tall'],
    ['угу', 'corner'],
    ['буквой П', 'uShape'],
    ['буквой "Г"', 'cornerShape'],
    ['п образная', 'uShape'],
    ['Г-образная', 'cornerShape'],
    ['пуш', 'push'],
    ['гола', 'gola'],
    ['слоновая кость', 'milk'],
    ['тёмный дуб', 'wenge'],
    ['тёмно-серый', 'graphite'],
    ['светло серый', 'grey'],
    ['серо-голубой', 'blue'],
    ['красный', 'walnut'],
  ])('«%s» is %s', (text, meaning) => expect(meanings(text)).toContain(meaning)); // prettier-ignore

  it.each(['стол', 'майка', 'правда', 'плитка', 'дубль', 'холодно', 'спальня', 'борщ', 'стих'])(
    '«%s» is no word of the trade',
    (text) => {
      expect(meanings(text)).toEqual([]);
    },
  );
});

describe('sentences and clauses', () => {
  const marks = (text: string): string =>
    normalise(text)
      .flatMap(({ mark }) => mark ?? [])
      .join(''); // prettier-ignore
  it.each([
    ['правая 2,4 м. Мойка', '.'],
    ['встр. духовка', ''],
    ['мойка 60 см. посудомойка', ''],
    ['мойка; плита', '.'],
    ['мойка\nплита', '.'],
    ['кухня - прямая', ','],
    ['слева направо: мойка', ':'],
    ['3 х 2', 'x'],
  ])('«%s» has the marks «%s»', (text, wanted) => expect(marks(text)).toBe(wanted)); // prettier-ignore
});
