import { z } from 'zod';
import { EventRegistry, MalformedEvent, NewerEvent } from './event-registry.js';
import { type EventOf, EventType, isEventOf } from './event-type.js';

const renamed = EventType.of(z.strictObject({ name: z.string() }))
  .next(z.strictObject({ title: z.string() }), ({ name }) => ({ title: name }))
  .next(z.strictObject({ title: z.string(), by: z.string().nullable() }), ({ title }) => ({ title, by: null }));
const table = { Renamed: renamed, Closed: EventType.of(z.strictObject({ at: z.string() })) };
const registry = new EventRegistry(table);

describe('the event registry', () => {
  it('writes the latest version of each type', () => {
    expect(registry.latest('Renamed')).toBe(3);
    expect(registry.latest('Closed')).toBe(1);
  });

  it('reads every version as the latest', () => {
    expect(registry.read('Renamed', 1, { name: 'Кухня' }, 7n)).toEqual({ title: 'Кухня', by: null });
    expect(registry.read('Renamed', 2, { title: 'Кухня' }, 7n)).toEqual({ title: 'Кухня', by: null });
    expect(registry.read('Renamed', 3, { title: 'Кухня', by: 'prt_1' }, 7n)).toEqual({ title: 'Кухня', by: 'prt_1' });
  });

  it('refuses data that breaks the schema of its version, and says where, never what', () => {
    const read = () => registry.read('Renamed', 1, { name: 7, words: 'секрет' }, 42n);
    expect(read).toThrow(MalformedEvent);
    expect(read).toThrow(/Renamed, version 1, at position 42 breaks its schema: name: /);
    expect(read).not.toThrow(/секрет/);
  });

  it.each([
    ['a type', 'Merged', 1],
    ['a version', 'Renamed', 4],
  ])('tells %s that only newer code knows from one that is broken', (_, type, version) => {
    expect(registry.reads(type, version)).toBe(false);
    expect(() => registry.read(type, version, {}, 42n)).toThrow(NewerEvent);
  });

  it('refuses two tables that declare one type', () => {
    expect(() => new EventRegistry(table, { Closed: table.Closed })).toThrow('event type Closed is declared by two');
  });

  it('types the events of a table', () => {
    const events: EventOf<typeof table>[] = [
      { type: 'Renamed', data: { title: 'Кухня', by: null } },
      { type: 'Closed', data: { at: '2026-01-01T00:00:00.000Z' } },
    ];
    const [first] = events;
    const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 3, hash: '' };
    const stored = { id: '', stream: 's-1', revision: 0, position: 1n, metadata };
    expect(isEventOf(table, { ...stored, type: 'Renamed', data: { ...first?.data } })).toBe(true);
    expect(isEventOf(table, { ...stored, type: 'Merged', data: {} })).toBe(false);
  });
});
