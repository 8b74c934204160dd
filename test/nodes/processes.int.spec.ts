import type { ServiceProcess } from '../faults/service-process.js';
import { type Api, eventually } from '../support/api.js';
import { garniturJson } from '../support/garnitur.js';
import { ClusterOfProcesses } from './cluster.js';

/** What one of two workers does, told by its metrics. */
async function metricsOf(url: string): Promise<{ readonly running: number; readonly jobs: readonly string[] }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, running = '0'] = /^garnitur_turns_running (\d+)$/m.exec(text) ?? [];
  const jobs = [...text.matchAll(/^garnitur_job_held\{job="([^"]+)"\} 1$/gm)].map(([, job = '']) => job);
  return { running: Number(running), jobs };
}

// Built processes at the times that they have in earnest, started once: the tests follow one another.
describe('one api node and two workers on EventStoreDB and MongoDB', () => {
  let cluster: ClusterOfProcesses;
  let workers: readonly ServiceProcess[];
  let front: ServiceProcess;
  let doomed: ServiceProcess | undefined;
  let api: Api;

  beforeAll(async () => {
    cluster = await ClusterOfProcesses.create();
    workers = [cluster.spawn('worker'), cluster.spawn('worker')];
    front = cluster.spawn('api');
    await Promise.all([...workers, front].map((node) => node.listening()));
    api = await cluster.partner(await front.listening());
  }, 180_000);
  afterAll(() => cluster.end(), 60_000);

  const urlsOf = () => Promise.all(workers.map((worker) => worker.listening()));

  it('the command line works on the same stores: rebuild by the worker, verify clean', async () => {
    await api.say(await api.conversation(), 'прямая кухня 2400, мойка и плита');
    expect(await garniturJson(cluster.env, ['projections', 'rebuild', 'turns'])).toMatchObject({ name: 'turns' });
    expect(await garniturJson(cluster.env, ['verify'])).toMatchObject({ broken: [] });
  });

  it('stop is answered by the api node, which does not run the turn, and its run ends, within 2 s', async () => {
    const turn = await api.send(await api.conversation(), 'виси');
    await api.running(turn);
    const since = performance.now();
    expect((await api.post(`/v1/turns/${turn}/stop`)).json).toMatchObject({ state: 'stopped' });
    expect(performance.now() - since).toBeLessThan(2_000);
    for (const url of await urlsOf()) await eventually(async () => (await metricsOf(url)).running === 0);
  });

  it('a killed worker: the other has its jobs within 5 s, and has failed its turn as internal within 20 s', async () => {
    const id = await api.conversation({ external_id: 'lead-7' });
    const coins = (await api.usage()).coins_left;
    const turn = await api.send(id, 'виси');
    await api.running(turn);
    const urls = await urlsOf();
    // A job whose lease a busy machine let run out is nobody's until the next worker has taken it.
    const { index, every } = await eventually(async () => {
      const before = await Promise.all(urls.map(metricsOf));
      const every = before.flatMap(({ jobs }) => jobs).sort();
      return every.length === 7 && { index: before.findIndex(({ running }) => running === 1), every };
    });
    doomed = workers[index];

    const since = performance.now();
    await doomed?.kill();
    const jobs = async () => (await metricsOf(urls[1 - index] ?? '')).jobs;
    await eventually(async () => (await jobs()).toSorted().join() === every.join(), 5_000);
    const dutiesMs = Math.round(performance.now() - since);
    const failed = await api.outcome(turn, 30_000);
    const turnMs = Math.round(performance.now() - since);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    expect(turnMs).toBeLessThan(20_000);
    await eventually(async () => (await api.usage()).coins_left === coins, 10_000);
    expect(await api.say(id, 'прямая кухня 2400, мойка и плита')).toMatchObject({ state: 'done' });
    process.stdout.write(
      `killed worker: its jobs went on after ${dutiesMs} ms, its turn was failed after ${turnMs} ms\n`,
    );
  });

  it('nodes that are told to end exit 0', async () => {
    const left = [front, ...workers].filter((node) => node !== doomed);
    expect(await Promise.all(left.map((node) => node.terminate()))).toEqual(Array(2).fill({ code: 0, signal: null }));
  });
});
