import type { ServiceProcess } from '../faults/service-process.js';
import { Api, eventually } from '../support/api.js';
import { garniturJson } from '../support/garnitur.js';
import { ClusterOfProcesses } from './cluster.js';

/** What one of two workers does, told by its metrics. */
async function metricsOf(url: string): Promise<{ readonly running: number; readonly duties: readonly string[] }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, running = '0'] = /^garnitur_turns_running (\d+)$/m.exec(text) ?? [];
  const duties = [...text.matchAll(/^garnitur_duty_held\{duty="([^"]+)"\} 1$/gm)].map(([, duty = '']) => duty);
  return { running: Number(running), duties };
}

// Built processes at the times that they have in earnest, started once: the tests follow one another.
describe('two api nodes and two workers on EventStoreDB and MongoDB', () => {
  let cluster: ClusterOfProcesses;
  let workers: readonly ServiceProcess[];
  let fronts: readonly ServiceProcess[];
  let api: Api;
  let other: Api;

  beforeAll(async () => {
    cluster = await ClusterOfProcesses.create();
    workers = [cluster.spawn('worker'), cluster.spawn('worker')];
    fronts = [cluster.spawn('api'), cluster.spawn('api')];
    const [url = '', otherUrl = ''] = await Promise.all(fronts.map((front) => front.listening()));
    await Promise.all(workers.map((worker) => worker.listening()));
    api = await cluster.partner(url);
    other = new Api(otherUrl, api.key);
  }, 90_000);
  afterAll(() => cluster.end(), 60_000);

  const urlsOf = () => Promise.all(workers.map((worker) => worker.listening()));

  it('the command line works on the same stores: rebuild by the worker, verify clean', async () => {
    await api.say(await api.conversation(), 'прямая кухня 2400, мойка и плита');
    expect(await garniturJson(cluster.env, ['projections', 'rebuild', 'turns'])).toMatchObject({ name: 'turns' });
    expect(await garniturJson(cluster.env, ['verify'])).toMatchObject({ broken: [] });
  }, 60_000);

  it('stop is answered by an api node that does not run the turn, and its run ends, within 2 s', async () => {
    const turn = await api.send(await api.conversation(), 'виси');
    await api.running(turn);
    const since = performance.now();
    expect((await other.post(`/v1/turns/${turn}/stop`)).json).toMatchObject({ state: 'stopped' });
    for (const url of await urlsOf()) await eventually(async () => (await metricsOf(url)).running === 0);
    expect(performance.now() - since).toBeLessThan(2_000);
  }, 30_000);

  it('an api node that is told to end exits 0; another goes on', async () => {
    expect(await fronts[1]?.terminate()).toEqual({ code: 0, signal: null });
    expect((await api.get('/v1/usage')).status).toBe(200);
  }, 30_000);

  it('a killed worker: the other has its duties within 10 s, and has failed its turn as internal within 20 s', async () => {
    const id = await api.conversation({ external_id: 'lead-7' });
    const coins = (await api.usage()).coins_left;
    const turn = await api.send(id, 'виси');
    await api.running(turn);
    const urls = await urlsOf();
    const before = await Promise.all(urls.map(metricsOf));
    const doomed = before.findIndex(({ running }) => running === 1);
    const every = before.flatMap(({ duties }) => duties).sort();
    expect(every).toHaveLength(7);

    const since = performance.now();
    await workers[doomed]?.kill();
    const left = workers[1 - doomed];
    const duties = async () => (await metricsOf(urls[1 - doomed] ?? '')).duties;
    await eventually(async () => (await duties()).toSorted().join() === every.join(), 10_000);
    const dutiesMs = Math.round(performance.now() - since);
    const failed = await api.outcome(turn, 30_000);
    const turnMs = Math.round(performance.now() - since);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    expect(turnMs).toBeLessThan(20_000);
    await eventually(async () => (await api.usage()).coins_left === coins, 10_000);
    expect(await api.say(id, 'прямая кухня 2400, мойка и плита')).toMatchObject({ state: 'done' });
    process.stdout.write(
      `killed worker: its duties went on after ${dutiesMs} ms, its turn was failed after ${turnMs} ms\n`,
    );

    expect(await left?.terminate()).toEqual({ code: 0, signal: null });
  }, 90_000);
});
