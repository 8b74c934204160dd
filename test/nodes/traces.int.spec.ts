import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { eventually } from '../support/api.js';
import { type CollectedSpan, Collector } from '../support/collector.js';
import { Receiver } from '../support/receiver.js';
import { TestService } from '../support/service.js';
import { Traces } from '../support/traces.js';
import { SharedNodes } from './shared-nodes.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traced = { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } };
const WORDS = 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка';
const LEAD = 'lead-of-anna-petrova';

/** All that spans say: ids of ours, names of the code, counts. */
const FACTS = [
  ...['garnitur.answer', 'garnitur.attempt', 'garnitur.company_id', 'garnitur.conversation_id'],
  ...['garnitur.correlation_id', 'garnitur.delivery', 'garnitur.event', 'garnitur.events', 'garnitur.pictures'],
  ...['garnitur.streams', 'garnitur.turn_id', 'gen_ai.response.model', 'gen_ai.usage.input_tokens'],
  ...['gen_ai.usage.output_tokens', 'http.request.method', 'http.response.status_code', 'http.route'],
];

let collector: Collector;
let receiver: Receiver;
beforeEach(async () => {
  collector = await Collector.start();
  receiver = await Receiver.start();
});
afterEach(() => Promise.all([collector.stop(), receiver.stop()]));

/** `child < parent < … < caller`, names alone, without those of the same name in a row. */
function pathOf(name: string): string {
  const spans = collector.ofTrace(TRACE);
  const path: string[] = [];
  let span: CollectedSpan | undefined = spans.find((one) => one.name === name);
  for (; span; span = spans.find(({ spanId }) => spanId === span?.parentSpanId)) {
    path.push(span.name);
    if (span.parentSpanId === CALLER) path.push('caller');
  }
  return path.join(' < ');
}

const TURN = 'run turn < conversation QueueTurn < POST /v1/conversations/:id/turns < caller';

describe('traces', () => {
  it('tell of a turn from the request to the receiver of its webhook, and of nothing that anybody said', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=let%20me%20in' };
    const test = await TestService.start({ env: { ...env, OTEL_SERVICE_NAME: 'kitchens' } });
    const { api, webhook_secret } = await test.partner({ webhook_url: receiver.url });
    const conversation = await api.conversation({ external_id: LEAD });
    const turn = await api.send(conversation, WORDS, {}, traced);
    await api.outcome(turn);
    await eventually(() => receiver.received.length > 0);
    const view = await api.get(`/v1/conversations/${conversation}/render?view=iso`, traced);
    expect(view.status).toBe(200);
    const stored = await Traces.of(test.dataDir);
    expect(await stored.holding(TRACE)).toEqual(
      expect.arrayContaining([`conversation-${conversation}`, expect.stringMatching(/^delivery-/)]),
    );
    await api.call('DELETE', `/v1/conversations/${conversation}`);
    await eventually(async () => (await stored.holding(TRACE)).length === 0);
    await stored.close();
    await test.stop();

    expect(pathOf('run turn')).toBe(TURN);
    expect(pathOf('append')).toMatch(/^append < .*POST \/v1\/conversations\/:id\/turns < caller$/);
    expect(pathOf('ask assistant')).toBe(`ask assistant < ${TURN}`);
    expect(pathOf('compute understand')).toBe(`compute understand < ask assistant < ${TURN}`);
    expect(pathOf('compute apply')).toBe(`compute apply < ${TURN}`);
    expect(pathOf('saga close-turn')).toBe(`saga close-turn < conversation CompleteTurn < ${TURN}`);
    expect(pathOf('delivery ScheduleWebhook')).toMatch(/^delivery ScheduleWebhook < saga close-turn < /);
    expect(pathOf('deliver webhook')).toMatch(/^deliver webhook < delivery ScheduleWebhook < saga close-turn < /);
    expect(pathOf('compute draw')).toBe('compute draw < GET /v1/conversations/:id/render < caller');

    const attempt = collector.ofTrace(TRACE).find(({ name }) => name === 'deliver webhook');
    expect(receiver.received[0]?.headers.traceparent).toBe(`00-${TRACE}-${attempt?.spanId}-01`);
    expect(attempt?.facts).toMatchObject({ 'garnitur.attempt': 1, 'http.response.status_code': 204 });
    expect(attempt?.resource).toMatchObject({ 'service.name': 'kitchens' });
    expect(collector.headers[0]).toMatchObject({ path: '/v1/traces', 'api-key': 'let me in' });

    const told = collector.bodies.join('\n');
    const secrets = [LEAD, api.key, webhook_secret, receiver.url];
    expect(secrets.filter((word) => told.includes(word))).toEqual([]);
    // Words of customers, replies and titles alike.
    expect(told).not.toMatch(/[а-яё]/i);
    const facts = new Set(collector.spans.flatMap((span) => Object.keys(span.facts)));
    expect([...facts].sort()).toEqual(FACTS);
  });

  it('go on from node to node', async () => {
    const env = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const nodes = await SharedNodes.create();
    const front = await nodes.start({ role: 'api', env });
    await nodes.start({ role: 'worker', env: { ...env, WEBHOOK_ALLOW_PRIVATE: 'true' } });
    const { api } = await nodes.partner(front, { webhook_url: receiver.url });
    await api.outcome(await api.send(await api.conversation(), WORDS, {}, traced));
    await eventually(() => receiver.received.length > 0);
    await nodes.end();

    expect(pathOf('deliver webhook')).toMatch(new RegExp(`^deliver webhook < .* < ${TURN}$`));
    const made = new Map(collector.ofTrace(TRACE).map(({ name, resource }) => [name, resource]));
    expect(made.get('POST /v1/conversations/:id/turns')).toMatchObject({ 'garnitur.role': 'api' });
    expect(made.get('run turn')).toMatchObject({ 'garnitur.role': 'worker', 'service.name': 'garnitur' });
  });

  it('go on after a restart with the turns that wait', async () => {
    const hanging = new ScriptedAssistant(['hang']);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TURN_CONCURRENCY: '1' };
    const before = await TestService.start({ assistant: hanging, env });
    const { api } = await before.partner();
    const first = await api.send(await api.conversation(), WORDS);
    await api.running(first);
    const waiting = await api.send(await api.conversation(), WORDS, {}, traced);
    const after = await before.restart({ assistant: undefined });
    await after.again(api).outcome(waiting);
    await after.stop();
    expect(pathOf('run turn')).toBe(TURN);
  });

  it('are kept by the sampler alone, whatever a caller says, and a collector that is away costs nobody a turn', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_off' };
    await collector.stop();
    const test = await TestService.start({ env });
    const { api } = await test.partner({ webhook_url: receiver.url });
    const outcome = await api.outcome(await api.send(await api.conversation(), WORDS, {}, traced));
    expect(outcome.state).toBe('done');
    await eventually(() => receiver.received.length > 0);
    expect(receiver.received[0]?.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    await test.stop();
  });

  it('are none where the environment asks for none: no header, nothing stored', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' };
    const test = await TestService.start({ env });
    const { api } = await test.partner({ webhook_url: receiver.url });
    await api.outcome(await api.send(await api.conversation(), WORDS, {}, traced));
    await eventually(() => receiver.received.length > 0);
    expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent');
    const stored = await Traces.of(test.dataDir);
    expect(await stored.holding('traceparent')).toEqual([]);
    await stored.close();
    await test.stop();
    expect(collector.bodies).toEqual([]);
  });
});
