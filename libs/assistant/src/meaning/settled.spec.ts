import { play } from '../../test/play.js';

/** What stands and what cooks after a message. */
async function builtBy(words: string): Promise<string[]> {
  const { order } = (await play([`${words}, стена 3,3 м, мойка`])).at(-1) ?? {};
  const units = order?.runs.flatMap(({ nodes }) => nodes.map(({ code, w }) => `${code}${w}`)) ?? [];
  return [...units, ...(order?.items.flatMap(({ kind, fuel }) => (fuel ? [`${kind} ${fuel}`] : [])) ?? [])];
}

describe('of what two people want of one thing', () => {
  it.each([
    ['муж хотел встроенный холодильник, я отдельный, в общем отдельный, плита', 'NF600', 'TF600'],
    ['муж хочет встроенный холодильник, а мне и отдельного хватит, ладно, пускай встроенный, плита', 'TF600', 'NF600'],
    ['жена просит посудомойку 60, я говорю хватит 45, короче ставим 45, плита', 'FD450', 'FD600'],
    ['сын за индукцию, мы за газ, решили газ, варочная, духовка', 'hob gas', 'hob induction'],
    ['муж хочет духовку в пенал, я под варочную, решили под варочную, варочная', 'BO600', 'TO600'],
    ['сын хочет варочную, а берём плиту 50', 'NB500', 'BH600'],
  ])('the decision counts: %s', async (words, decided, given) => {
    const built = await builtBy(words);
    expect(built).toContain(decided);
    expect(built).not.toContain(given);
  });

  it('the decision counts also where the other wish is told after it', async () => {
    expect(await builtBy('решили встроенный холодильник, хотя муж хотел отдельный, плита')).toContain('TF600');
  });

  it('both stand where they are of different things', async () => {
    const built = await builtBy('муж хочет посудомойку 45, я хочу встроенный холодильник, решили брать, плита');
    expect(built).toEqual(expect.arrayContaining(['FD450', 'TF600']));
  });
});
