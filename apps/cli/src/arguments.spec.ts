import { isoTime, whole } from './arguments.js';

describe('a whole number on the command line', () => {
  it('is read within its bounds', () => {
    expect(whole(1, 9)('1')).toBe(1);
    expect(whole(0)('1000000000')).toBe(1_000_000_000);
  });

  it.each(['', '0', '10', '1.5', '1e3', ' 3', '0x1', '-1', 'abc', '٣', '9'.repeat(30)])('is not %j', (text) => {
    expect(() => whole(1, 9)(text)).toThrow('Accepted: a whole number from 1 to 9.');
  });
});

describe('a time on the command line', () => {
  it.each(['2031-01-31', '2031-01-31T10:00', '2031-01-31T10:00:00Z', '2031-01-31T10:00:00.123+03:00', '2032-02-29'])(
    'may be %s',
    (text) => {
      expect(isoTime(text)).toBe(text);
    },
  );

  it.each([
    '',
    'tomorrow',
    '2031',
    '2031-1-1',
    '31.01.2031',
    '2031-13-01',
    '2031-02-31',
    '2031-01-31T25:00:00Z',
    '2031-01-31 10:00',
  ])('may not be %j', (text) => {
    expect(() => isoTime(text)).toThrow(/Accepted: an ISO 8601/);
  });
});
