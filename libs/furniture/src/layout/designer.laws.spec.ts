import { customers } from '../../test/layout/customers.js';
import { type Judged, judged, total } from '../../test/layout/judged.js';
import type { Brief } from './brief.js';
import { compose } from './compose.js';

/** The first run, before the layout weighed any of it: 331 of 500 briefs fit their room, joints 525 of 1437 over joints (52 % of those possible), fillers inside 101, spare 83, slivers 132, apart 19, landing 4, bare ends 61. */
const BRIEFS: readonly Brief[] = customers(500);

const made = BRIEFS.flatMap((brief): Judged[] => {
  const result = compose(brief, { orderId: 'ord' });
  return result.ok ? [judged(result.order, brief, result.findings)] : [];
});
const sums = total(made);

describe('500 kitchens as customers ask for them, counted as a designer does', () => {
  it('two of three fit their room', () => {
    expect(made.length).toBeGreaterThanOrEqual(331);
  });

  it('wall units stand over the joints of base units where the room allows it', () => {
    expect(sums.ofPossible).toBeGreaterThanOrEqual(85);
  });

  it('fillers stand alone, one in a run; no open slivers; hoods hang over the middle of the hob', () => {
    expect(sums).toMatchObject({ together: 0, spare: 0, slivers: 0, hood: 0 });
  });
});
