import { found, severities } from './testing/severities.js';

describe('OBS-SWING: the room’s door and open appliances', () => {
  const room = (row: string, width = 800) => ({
    walls: [3000, 3000],
    runs: { 'B-base': row },
    obstacles: [{ kind: 'door' as const, wall: 'A', at: 2700 - width, width }],
  });

  it('are named where they meet on whichever side the door hangs', () => {
    // The open dishwasher is 280 away from the far hinge: 754 at 700 from the door's wall, 800.6 at 750.
    expect(found(room('FD/600@700+dishwasher'), 'OBS-SWING')).toMatchObject([
      { severity: 'warning', path: 'runs[B-base].nodes[B-base.1]' },
    ]);
    expect(severities(room('FD/600@750+dishwasher'), 'OBS-SWING')).toEqual([]);
  });

  it('are judged alike round the corner at the other hand', () => {
    const mirrored = (at: number) => ({
      walls: [3000, 3000],
      runs: { 'A-base': `FD/600@${at}+dishwasher` },
      obstacles: [{ kind: 'door' as const, wall: 'B', at: 300, width: 800 }],
    });
    expect(severities(mirrored(1700), 'OBS-SWING')).toEqual(['warning']);
    expect(severities(mirrored(1650), 'OBS-SWING')).toEqual([]);
  });

  it('leave plain units, and doors that reach less far, alone', () => {
    expect(severities(room('B/600@700'), 'OBS-SWING')).toEqual([]);
    expect(severities(room('BO/600@700+oven'), 'OBS-SWING')).toEqual(['warning']);
    expect(severities(room('BO/600@700+oven', 700), 'OBS-SWING')).toEqual([]);
  });

  it('do not meet along one wall', () => {
    const along = { kind: 'door' as const, wall: 'A', at: 700, width: 800 };
    expect(
      severities({ walls: [3000], runs: { 'A-base': 'FD/600@0+dishwasher' }, obstacles: [along] }, 'OBS-SWING'),
    ).toEqual([]);
  });
});
