import { kindOf, reasonOf } from './failures.js';

const trailers = (fields: Record<string, string>) => ({
  get: (name: string) => (fields[name] === undefined ? [] : [fields[name]]),
});
const failure = (code: number, details: string, fields: Record<string, string> = {}) =>
  Object.assign(new Error(`${code}: ${details}`), { code, details, metadata: trailers(fields) });

describe('a failed call', () => {
  it('says what it knows about the request', () => {
    expect(kindOf(failure(9, 'gone', { exception: 'stream-deleted' }))).toBe('deleted');
    expect(kindOf(failure(7, 'no', { exception: 'access-denied' }))).toBe('refused');
    expect(kindOf(failure(16, 'Bad HTTP status 401'))).toBe('refused');
    expect(kindOf(failure(3, 'too much', { exception: 'maximum-append-size-exceeded' }))).toBe('too-large');
    expect(kindOf(failure(10, 'Operation timed out: Consumer too slow to handle event while live.'))).toBe('too-slow');
  });

  it('leaves the outcome open in all other cases, in whatever shape it comes', () => {
    const open = [
      failure(14, 'Connection dropped'),
      failure(1, 'Cancelled'),
      failure(4, 'Deadline exceeded'),
      failure(5, 'Leader info available', { exception: 'not-leader' }),
      Object.assign(new Error('plain, while the server is down'), { code: 14 }),
      Object.assign(new Error('wrapped'), { _raw: failure(2, 'inside') }),
      new Error('read ECONNRESET'),
      'a word',
      null,
      undefined,
    ];
    for (const error of open) expect(kindOf(error)).toBe('unknown');
  });

  it('is described in one line', () => {
    expect(reasonOf(failure(14, 'Connection\n  dropped'))).toBe('Connection dropped');
    expect(reasonOf(new Error('plain'))).toBe('plain');
    expect(reasonOf('x'.repeat(1_000))).toHaveLength(300);
  });
});
