import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { JsonObject } from '#libs/kernel';
import { type EventOf, EventRegistry, EventType, isEventOf, MalformedEvent, NewerEvent } from './event-types.js';

const renamed = EventType.of(z.strictObject({ name: z.string() }))
  .next(z.strictObject({ title: z.string() }), ({ name }) => ({ title: name }))
  .next(z.strictObject({ title: z.string(), by: z.string().nullable() }), ({ title }) => ({ title, by: null }));
const table = { Renamed: renamed, Closed: EventType.of(z.strictObject({ at: z.string() })) };
const registry = new EventRegistry(table);
const read = (type: string, version: number, data: JsonObject) =>
  registry.read({ type, stream: 's-1', revision: 3, position: 42n }, version, data);

describe('the event registry', () => {
  it('writes the latest version of each type', () => {
    expect(registry.latest('Renamed')).toBe(3);
    expect(registry.latest('Closed')).toBe(1);
  });

  it('reads every version as the latest', () => {
    expect(read('Renamed', 1, { name: 'Кухня' })).toEqual({ title: 'Кухня', by: null });
    expect(read('Renamed', 2, { title: 'Кухня' })).toEqual({ title: 'Кухня', by: null });
    expect(read('Renamed', 3, { title: 'Кухня', by: 'prt_1' })).toEqual({ title: 'Кухня', by: 'prt_1' });
  });

  it('refuses data that breaks the schema of its version, and says where, never what', () => {
    const broken = () => read('Renamed', 1, { name: 7, words: 'секрет' });
    expect(broken).toThrow(MalformedEvent);
    expect(broken).toThrow(/Renamed, version 1, at revision 3 of s-1 breaks its schema: name: /);
    expect(broken).not.toThrow(/секрет/);
  });

  it.each([
    ['a type', 'Merged', 1],
    ['a version', 'Renamed', 4],
  ])('tells %s that only newer code knows from one that is broken', (_, type, version) => {
    expect(registry.reads(type, version)).toBe(false);
    expect(() => read(type, version, {})).toThrow(NewerEvent);
    expect(() => read(type, version, {})).toThrow(`${type}, version ${version}, at position 42 is not known`);
  });

  it('without tables reads everything as it is stored', () => {
    const none = new EventRegistry();
    expect(none.reads('Merged', 4)).toBe(true);
    expect(none.declares('Merged')).toBe(false);
    expect(none.latest('Merged')).toBe(1);
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

describe('parsing', () => {
  it('of an event with an order of forty nodes costs less than decoding its JSON does', () => {
    const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
    // By a process of its own: within jest every look-up of a global is slow, which says nothing about production.
    const flags = [
      '--experimental-transform-types',
      '--no-warnings',
      '--import',
      beside('../test/processes/from-sources.mjs'),
    ];
    const output = execFileSync(process.execPath, [...flags, beside('../test/processes/parsing-cost.ts')], {
      env: { ...process.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
    });
    const { parsedMs, decodedMs }: { parsedMs: number; decodedMs: number } = JSON.parse(output);
    expect(decodedMs).toBeGreaterThan(0);
    expect(parsedMs).toBeLessThan(decodedMs);
  });
});
