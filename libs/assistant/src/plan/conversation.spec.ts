import { playMeanings } from '../../test/situations.js';
import { meaningOf } from '../meaning/read.js';

describe('a length that is said by how much it differs', () => {
  it.each([
    ['прямая 3 м, мойка, плита / фасады белые, стена на 5 см короче', [2950]],
    ['прямая 3 м, мойка, плита / сделайте кухню на 20 см длиннее', [3200]],
    ['угловая 3 на 2, мойка, плита / длинная стена на 10 см меньше', [2900, 2000]],
    ['угловая 3 на 2, мойка, плита, короткая стена на 10 см меньше', [3000, 1900]],
    ['прямая 3 м / на самом деле стена на 20 см больше / мойка, плита', [3200]],
    ['прямая 3,2 м, по факту на 5 см меньше, мойка 60 и плита', [3150]],
  ])('«%s»', (talk, lengths) => {
    const { order } = playMeanings(talk.split(' / '), meaningOf);
    expect(order?.room.walls.map(({ length }) => length)).toEqual(lengths);
  });

  it('of several walls, of which none is named, changes none', () => {
    const { decision } = playMeanings(['угловая 3 на 2, мойка, плита', 'стена на 10 см меньше'], meaningOf);
    expect(decision.act.kind).toBe('ask');
  });
});
