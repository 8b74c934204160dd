// A program: tells as JSON which files of the build run from a `POST` turn until it is stored, and until its webhook is sent, and
// what was committed until the webhook was scheduled.
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RegisterCompany, RegisterPartner } from '#libs/companies';
import { LOG_HEADS } from '#libs/event-store';
import { createLog, openStores, readEnvironment } from '#libs/platform';
import { startService } from '../../apps/service/src/service.js';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { reads } from './answers.js';
import { Api, eventually } from './api.js';
import { Receiver } from './receiver.js';

const DIST = new URL('../../', import.meta.url).href;

const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-'));
const environment = readEnvironment({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const stores = await openStores(environment, true);
let onQueued: (() => Promise<void>) | undefined;
/** Kinds of streams that each commit appended to. */
let commits: string[][] = [];
const kindOf = (stream: string) => stream.slice(0, stream.indexOf('-'));
// The turn is stored together with its coins: one append for both.
const { append, appendAll } = stores.events;
stores.events.append = (stream, expected, events) => {
  if (stream !== LOG_HEADS) commits.push([kindOf(stream)]);
  return append.call(stores.events, stream, expected, events);
};
stores.events.appendAll = async (first, others) => {
  if (!appendAll) throw new Error('the embedded store has no appendAll');
  commits.push([first, ...others].map(({ stream }) => kindOf(stream)));
  const result = await appendAll.call(stores.events, first, others);
  if (others.some(({ events }) => events.some(({ type }) => type === 'TurnQueued'))) await onQueued?.();
  return result;
};
const assistant = new ScriptedAssistant(() => reads);
const service = await startService({ environment, log: createLog('silent', false), stores, assistant });
const receiver = await Receiver.start();
const context = { actor: 'test' };
const company = { title: 'Кухни', coins_included: 100, base_url: service.url };
const { company_id } = await service.commands.execute(new RegisterCompany(company, context));
const partner = { company_id, name: 'Магазин', webhook_url: receiver.url };
const { api_key, position } = await service.commands.execute(new RegisterPartner(partner, context));
await service.visible(position);
const api = new Api(service.url, api_key);
const conversation = await api.conversation();
// Scheduled tasks have begun: those that have nothing to do with a turn look for work then.
await api.post('/v1/webhooks/test');
await eventually(async () => receiver.received.length === 1);
// Scheduled, and its attempt recorded, which may come after the receiver's answer.
await eventually(async () => commits.filter(([kind]) => kind === 'delivery').length === 2);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
/** Files of which a named function ran since this was asked last. */
const ran = async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result.filter(
    ({ url, functions }) =>
      url.startsWith(DIST) &&
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  return files.map(({ url }) => url.slice(DIST.length).replace(/\.js$/, '.ts'));
};
await ran();
let stored: readonly string[] = [];
onQueued = async () => {
  stored = await ran();
};
commits = [];
await api.say(conversation, 'кухня');
await eventually(async () => receiver.received.length === 2);
const announced = await ran();
await service.stop();
await receiver.stop();
await rm(dataDir, { recursive: true, force: true });
const untilScheduled = commits.slice(0, commits.findIndex(([kind]) => kind === 'delivery') + 1);
process.stdout.write(JSON.stringify({ stored, announced, commits: untilScheduled }));
process.exit(0);
