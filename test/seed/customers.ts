/** What the seeded customers say: kitchens, changes of them, and what cannot be built. */
export const KITCHENS = [
  'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка',
  'Кухня вдоль стены 2400, мойка слева, духовка, холодильник отдельно стоящий справа',
  'угловая 3000 на 2000, мойка в углу, посудомойка 60 рядом, духовка с индукцией на короткой стороне. Верх по обеим стенам, вытяжка',
  'прямая 3600: встроенный холодильник, мойка 80, посудомойка 60, духовка и варочная, верхние до потолка',
  'стена 2800, нужна мойка, посудомойка 45, газовая плита 60, верхние шкафы',
  'Прямая 4 метра, два шкафа с ящиками, мойка 60, посудомойка, духовка в пенале, холодильник встроенный',
];
export const CHANGES = [
  'фасады низа графит, верх белый',
  'столешница дуб',
  'посудомойку сделайте 45',
  'добавь шкаф с ящиками 40',
];
export const QUESTIONS = ['Хочу кухню', 'сколько стоит?', 'угловую кухню, длину стен пока не знаю'];

/** Park and Miller's generator: the same conversations for the same number. @returns from 0 to 1 */
export function randomOf(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export function pick<Item>(random: () => number, items: readonly [Item, ...Item[]] | readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
