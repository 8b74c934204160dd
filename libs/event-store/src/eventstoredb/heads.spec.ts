import { CHAIN_START, eventHash } from '../chain.js';
import { StoredEvent } from '../stored-event.js';
import { Heads, WINDOW } from './heads.js';

function events(count: number, first = 0): StoredEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const revision = first + index;
    const id = `00000000-0000-7000-8000-${String(revision).padStart(12, '0')}`;
    const hash = eventHash(CHAIN_START, { stream: 's', revision: 0, id, type: 'Told', data: '{}', metadata: '{}' });
    return new StoredEvent({ id, stream: 's', revision, position: 0n, type: 'Told', data: '{}', metadata: '{}', hash });
  });
}

describe('the ends of streams', () => {
  it('know the last event, its hash, and the ids before it', () => {
    const heads = new Heads();
    expect(heads.learn('s', events(3))).toMatchObject({ revision: 2 });
    const head = heads.learn('s', events(2, 3));
    expect(head?.ids).toEqual(events(5).map(({ id }) => id));
    expect(head?.hash).toEqual(Buffer.from(events(5)[4]?.raw.hash ?? '', 'hex'));
    expect(heads.get('t')).toBeUndefined();
  });

  it('remember no more ids than they look through, and never fewer without knowing it', () => {
    const heads = new Heads();
    expect(heads.learn('s', events(WINDOW + 50))?.ids).toHaveLength(WINDOW);
    expect(heads.learn('s', events(2, WINDOW + 50))?.ids).toHaveLength(WINDOW);
    expect(heads.learn('t', events(5, 10))).toBeUndefined();
    expect(heads.get('t')).toBeUndefined();
  });

  it('go forward only', () => {
    const heads = new Heads();
    heads.learn('s', events(5));
    heads.learn('s', events(2));
    expect(heads.get('s')?.revision).toBe(4);
    heads.forget('s');
    expect(heads.get('s')).toBeUndefined();
  });

  it('of streams long unused are dropped, however many there are', () => {
    const heads = new Heads();
    const many = events(WINDOW);
    for (let n = 0; n < 1_000; n += 1) heads.learn(`s-${n}`, many);
    expect(heads.get('s-0')).toBeUndefined();
    expect(heads.get('s-999')).toBeDefined();
  });
});
