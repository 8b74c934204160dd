import { severities, straight } from './testing/found.js';

describe('doors of the room', () => {
  const door = { kind: 'door' as const, wall: 'A', at: 2000, width: 800 };

  it('GEO-DOOR: no node of any tier before a door', () => {
    expect(severities(straight(3000, 'B/600@1400', { obstacles: [door] }), 'GEO-DOOR')).toEqual([]);
    expect(severities(straight(3000, 'B/600@1401', { obstacles: [door] }), 'GEO-DOOR')).toEqual(['error']);
    const upper = { walls: [3000], runs: { 'A-upper': 'A/600@2100' }, obstacles: [door] };
    expect(severities(upper, 'GEO-DOOR')).toEqual(['error']);
  });

  it('GEO-DOORCLR: 70 mm for the architrave', () => {
    expect(severities(straight(3000, 'B/600@1330', { obstacles: [door] }), 'GEO-DOORCLR')).toEqual([]);
    expect(severities(straight(3000, 'B/600@1331', { obstacles: [door] }), 'GEO-DOORCLR')).toEqual(['warning']);
  });
});
