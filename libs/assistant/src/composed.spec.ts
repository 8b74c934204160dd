import { type Brief, compose } from '#libs/furniture';
import { composed } from './composed.js';

const brief = (length: number): Brief => ({
  walls: [{ length }],
  fixtures: [{ kind: 'sink' }, { kind: 'hob', oven: true }],
});

it('is the kitchen of the engine, each time it is asked for and under every id', () => {
  for (const id of ['draft', 'lead-1', 'draft'])
    expect(composed(brief(3000), id)).toEqual(compose(brief(3000), { orderId: id }));
});

it('keeps apart what differs, also where more was asked for than is kept', () => {
  for (let round = 0; round < 2; round += 1)
    for (let length = 2400; length < 4400; length += 100)
      expect(composed(brief(length), 'a')).toEqual(compose(brief(length), { orderId: 'a' }));
});
