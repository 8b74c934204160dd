import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { FINISHES } from '#libs/furniture';
import { USUAL_NODES } from '../../libs/furniture/test/layout/usual.js';
import { Api } from '../support/api.js';
import { BARE, programFile } from '../support/dist.js';
import type { Held, MeasuredLoop } from './measured-loop.js';

/** Beyond it callers of other requests would notice, ms. */
const MAX_HELD_MS = 20;

describe('what is laid out and drawn while others wait', () => {
  let child: ChildProcess;
  let api: Api;
  beforeAll(async () => {
    child = fork(programFile('loop'), { env: BARE });
    const { url, key } = await told<MeasuredLoop>();
    api = new Api(url, key);
  });
  afterAll(async () => {
    child.disconnect();
    await once(child, 'exit');
  });

  const told = async <T>(): Promise<T> => (await once(child, 'message'))[0];
  const built = async (): Promise<string> => {
    const id = await api.conversation();
    await api.say(id, 'собери');
    return id;
  };
  const drawn = async (id: string, what: string) => {
    const { status, headers } = await api.get(`/v1/conversations/${id}/render?${what}`);
    expect(status).toBe(200);
    return headers.get('etag');
  };
  const FORMS = ['format=pdf', 'format=glb', 'format=html', 'view=front', 'view=iso', 'view=plan'];

  it(`holds the event loop for at most ${MAX_HELD_MS} ms at a time: layouts, pictures, sheets and models of 41 nodes`, async () => {
    const id = await built();
    const { project } = (await api.get(`/v1/conversations/${id}/project`)).json;
    const nodes = project.runs.flatMap((run: { nodes: unknown[] }) => run.nodes);
    expect(nodes).toHaveLength(USUAL_NODES);
    // What is loaded when it is first asked for is no drawing.
    await Promise.all(FORMS.map((form) => drawn(id, form)));
    const finishes = FINISHES.filter((finish) => finish !== 'clear').slice(0, 6);
    const longestMs = async () => {
      const fresh = await built();
      child.send('begin');
      const pictures = finishes.flatMap((finish) => FORMS.map((form) => drawn(fresh, `${form}&facade=${finish}`)));
      const [tags] = await Promise.all([Promise.all(pictures), ...Array.from({ length: 6 }, built)]);
      expect(new Set(tags).size).toBe(pictures.length);
      child.send('end');
      return (await told<Held>()).longestMs;
    };
    // A busy machine adds to some rounds, what holds the loop to each.
    let least = await longestMs();
    for (let more = 2; least > MAX_HELD_MS && more > 0; more -= 1) least = Math.min(least, await longestMs());
    expect(least).toBeGreaterThan(0);
    expect(least).toBeLessThanOrEqual(MAX_HELD_MS);
  });
});
