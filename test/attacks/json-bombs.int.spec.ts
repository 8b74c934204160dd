import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, Api } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { manyKeys } from './fuzz/requests/values.js';
import { startTarget, type Target } from './fuzz/target.js';
import { HealthWatch, residentBytes } from './fuzz/watch.js';

const MIB = 2 ** 20;
/** No single request may hold up the others for longer, ms. */
const MAX_BLOCKED_MS = 500;
/** contract.md: details list the first 20 fields. */
const MAX_FIELDS = 20;
const MAX_REFUSAL_BYTES = 16 * 1024;

/** Bodies that are small to send and dear to read, from a caller with a valid key. */
describe('a body that is a bomb', () => {
  let target: Target;
  let health: HealthWatch;
  let api: Api;
  let id: string;
  beforeAll(async () => {
    target = await startTarget();
    api = new CheckedApi(target.url, target.key);
    id = await api.conversation();
    health = new HealthWatch(target.url, target.pid, () => undefined);
    await pause(200);
  });
  afterAll(async () => {
    await health.stop();
    await target.stop();
  });

  /** Sends it, and holds the service to a short refusal that nobody else noticed. */
  const refused = async (path: string, raw: string) => {
    const from = health.pings.length;
    const answer = await api.post(path, undefined, { raw });
    await pause(150);
    const blockedMs = Math.max(...health.pings.slice(from).map(({ ms }) => ms));
    expect({ status: answer.status, blocked: blockedMs > MAX_BLOCKED_MS ? Math.round(blockedMs) : false }).toEqual({
      status: expect.any(Number),
      blocked: false,
    });
    expect([400, 413]).toContain(answer.status);
    expect(answer.text.length).toBeLessThan(MAX_REFUSAL_BYTES);
    return answer;
  };
  const turns = () => `/v1/conversations/${id}/turns`;
  const fieldsOf = ({ json }: Answer) => json.error.details.fields.length;

  it.each([
    ['conversations', () => '/v1/conversations'],
    ['turns', turns],
  ])('of 30,000 unknown fields on %s is refused at once', async (_name, path) => {
    await refused(path(), manyKeys(30_000));
  });

  it('names no more than 20 of the fields that are wrong', async () => {
    expect(fieldsOf(await refused(turns(), manyKeys(1_000)))).toBe(MAX_FIELDS);
    expect(fieldsOf(await refused('/v1/conversations', manyKeys(1_000)))).toBe(MAX_FIELDS);
  });

  it('of 60,000 keys in meta is refused by its bytes, before anything walks through it', async () => {
    await refused('/v1/conversations', `{"meta":${manyKeys(60_000)}}`);
  });

  it('of 100,000 empty pictures is refused: a turn has at most two', async () => {
    await refused(turns(), `{"text":"план","images":[${Array(100_000).fill('{}').join()}]}`);
  });

  it('of 15 MB is taken by nobody but a new turn: 64 KiB is the limit elsewhere', async () => {
    const of = (bytes: number) => `{"order_id":"a"}`.padEnd(bytes);
    for (const path of ['/v1/conversations', `/v1/conversations/${id}/handoff`, '/v1/webhooks/test'])
      expect((await api.post(path, undefined, { raw: of(64 * 1024 + 1) })).status).toBe(413);
    expect((await api.post('/v1/conversations', undefined, { raw: of(64 * 1024) })).status).toBe(201);
    expect((await api.post(turns(), undefined, { raw: of(64 * 1024 + 1) })).status).toBe(400);
  });

  it('of 4.9 million empty pictures (14.7 MB) leaves the service alive and slim', async () => {
    const before = await residentBytes(target.pid ?? 0);
    await refused(turns(), `{"text":"план","images":[${Array(4_900_000).fill('{}').join()}]}`);
    expect(((await residentBytes(target.pid ?? 0)) - before) / MIB).toBeLessThan(300);
  });
});
