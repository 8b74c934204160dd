import { severities, straight } from '../../test/findings.js';

describe('the last unit before a side wall', () => {
  const closed = (length: number, base: string) => ({
    walls: [{ length, left: 'wall' as const, right: 'wall' as const }],
    runs: { 'A-base': base },
  });

  it('GEO-WALLFILL: 50 for drawers and a built-in fridge, 20 for doors', () => {
    const first = (base: string, tall = '') => ({ ...closed(3000, base), runs: { 'A-base': base, 'A-tall': tall } });
    expect(severities(first('FL/49 BD3/600'), 'GEO-WALLFILL')).toEqual(['warning']);
    expect(severities(first('FL/50 BD3/600'), 'GEO-WALLFILL')).toEqual([]);
    expect(severities(first('FL/19 B/600'), 'GEO-WALLFILL')).toEqual(['warning']);
    expect(severities(first('FL/20 B/600'), 'GEO-WALLFILL')).toEqual([]);
    expect(severities(first('B/600@649', 'FL/49 TF/600+fridge'), 'GEO-WALLFILL')).toEqual(['warning']);
    expect(severities(first('B/600@650', 'FL/50 TF/600+fridge'), 'GEO-WALLFILL')).toEqual([]);
    expect(severities(straight(3000, 'BD3/600'), 'GEO-WALLFILL')).toEqual([]);
  });
});

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
