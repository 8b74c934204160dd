import { callOpenLoop, type PlannedRequest, type Report } from '../../bench/service/open-loop.js';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks } from '../support/answers.js';
import { pause } from '../support/api.js';
import { TestService } from '../support/service.js';

/** Seconds: undisturbed, and while the flood goes on. */
const USUAL_S = 3;
const FLOOD_S = 3;
const TURN = JSON.stringify({ text: 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией' });

/** `npm run bench -- --only load` floods for a minute, and measures the slowest in a hundred. */
describe('a partner that sends ten times what the service can take', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([asks]) });
  });
  afterAll(() => service.stop());

  const caller = async (conversations: number) => {
    const { api } = await service.partner({ coins: 1_000_000 });
    const ids = await Promise.all(Array.from({ length: conversations }, () => api.conversation()));
    const requests = ids.flatMap((id): PlannedRequest[] => [
      { method: 'POST', path: `/v1/conversations/${id}/turns`, body: TURN },
      { method: 'GET', path: `/v1/conversations/${id}` },
      { method: 'GET', path: `/v1/conversations/${id}/turns` },
    ]);
    return { url: service.url, key: api.key, requests };
  };
  const slowed = ({ usual, flood }: Report, method: string) =>
    (flood?.times[method]?.p50 ?? Number.POSITIVE_INFINITY) / (usual?.times[method]?.p50 ?? 0);

  it('is served slowly, and another is served nearly as fast as before', async () => {
    const [modest, flooding] = [await caller(200), await caller(500)];
    const seconds = USUAL_S + FLOOD_S;
    const windows = [
      { name: 'usual', from: 1, to: USUAL_S },
      { name: 'flood', from: USUAL_S + 0.5, to: seconds },
    ];
    const calls = callOpenLoop({ ...modest, perSecond: 90, connections: 16, seconds, windows });
    await pause(USUAL_S * 1_000);
    const flood = await callOpenLoop({
      ...flooding,
      ...{ perSecond: 20_000, connections: 256, seconds: FLOOD_S, nice: 19 },
      windows: [{ name: 'flood', from: 0, to: FLOOD_S }],
    });
    const report = await calls;
    expect(Object.keys(report.flood?.statuses ?? {}).sort()).toEqual(['200', '202']);
    expect(flood.flood?.statuses['200']).toBeGreaterThan(100);
    // Without admission control it is some 90 times; specs that run beside this one take their share too.
    expect(slowed(report, 'GET')).toBeLessThan(20);
    expect(slowed(report, 'POST')).toBeLessThan(20);
  });
});
