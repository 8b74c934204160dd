import { webhookRefusal } from '../../packages/client/src/index.js';
import { eventually } from '../support/api.js';
import { type Received, Receiver } from '../support/receiver.js';
import { adjustableClock, TestService } from '../support/service.js';
import { visit } from './visitor.js';

const HOUR_MS = 3_600_000;

/** A partner's webhook secret is replaced while its receiver goes on; time passes as the test says. */
describe('the rotation of a webhook secret', () => {
  const { clock, wind } = adjustableClock();
  let service: TestService;
  let receiver: Receiver;
  let partner: { company_id: string; partner_id: string; webhook_secret: string; key: string };
  beforeAll(async () => {
    receiver = await Receiver.start();
    service = await TestService.start({ clock, env: { ASSISTANT: 'offline' } });
    const { api, ...made } = await service.partner({ webhook_url: receiver.url });
    partner = { ...made, key: api.key };
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** Whether a receiver that knows this secret takes the webhook, by each header. */
  async function judged({ headers, body }: Received, secret: string) {
    const request = { body, secret, now: Math.floor(clock.now().getTime() / 1_000) };
    const [signature, previous] = ['', '-previous'].map((kind) => headers[`x-service-signature${kind}`]?.toString());
    return {
      byCurrent: (await webhookRefusal({ ...request, signature })) === undefined,
      byPrevious: previous !== undefined && (await webhookRefusal({ ...request, signature: previous })) === undefined,
      taken: (await webhookRefusal({ ...request, signature, previous })) === undefined,
    };
  }

  async function next(cause: () => Promise<unknown>): Promise<Received> {
    const before = receiver.received.length;
    await cause();
    return eventually(() => receiver.received[before]);
  }
  const owner = () => visit(service, partner.company_id);
  const ping = () =>
    next(async () => (await owner()).post(`/cabinet/api/partners/${partner.partner_id}/ping`).then(ok));
  const ok = ({ status, text }: { status: number; text: string }) => {
    if (status >= 300) throw new Error(`${status} ${text}`);
  };
  const rotate = async () => (await owner()).post(`/cabinet/api/partners/${partner.partner_id}/secret`);
  const shownUntil = async () =>
    (await (await owner()).get('/cabinet/api/partners')).json.partners[0].previous_secret_until;
  let secrets: string[] = [];

  it('before it webhooks have one signature', async () => {
    secrets = [partner.webhook_secret];
    const { headers, ...received } = await ping();
    expect(headers['x-service-signature-previous']).toBeUndefined();
    expect(await judged({ headers, ...received }, partner.webhook_secret)).toMatchObject({ byCurrent: true });
  });

  it('from then on both secrets sign, each in its header, over a restart too', async () => {
    const { status, json } = await rotate();
    expect([status, json]).toEqual([
      201,
      {
        ok: true,
        partner_id: partner.partner_id,
        webhook_secret: expect.stringMatching(/^whsec_/),
        previous_until: expect.any(String),
      },
    ]);
    expect(Math.abs(Date.parse(json.previous_until) - clock.now().getTime() - 24 * HOUR_MS)).toBeLessThan(60_000);
    expect(await shownUntil()).toBe(json.previous_until);
    secrets.unshift(json.webhook_secret);
    const [current = '', old = ''] = secrets;
    for (const received of [await ping(), await restarted()]) {
      expect(await judged(received, current)).toEqual({ byCurrent: true, byPrevious: false, taken: true });
      expect(await judged(received, old)).toEqual({ byCurrent: false, byPrevious: true, taken: true });
      expect(await judged(received, 'whsec_other')).toMatchObject({ taken: false });
    }
  });

  async function restarted(): Promise<Received> {
    service = await service.restart();
    return ping();
  }

  it('once more within the day: who knows any of the three secrets takes the webhook', async () => {
    wind(5 * HOUR_MS);
    secrets.unshift((await rotate()).json.webhook_secret);
    const received = await ping();
    expect(await Promise.all(secrets.map(async (secret) => judged(received, secret)))).toEqual([
      { byCurrent: true, byPrevious: false, taken: true },
      { byCurrent: false, byPrevious: true, taken: true },
      { byCurrent: false, byPrevious: true, taken: true },
    ]);
  });

  it('each old secret ends after its own 24 hours; what is redelivered later has the new signature alone', async () => {
    wind(20 * HOUR_MS);
    const between = await ping();
    expect(await Promise.all(secrets.map(async (secret) => (await judged(between, secret)).taken))).toEqual([
      true,
      true,
      false,
    ]);
    wind(5 * HOUR_MS);
    const { id } = JSON.parse(between.body);
    const again = await next(async () => (await owner()).post(`/cabinet/api/deliveries/${id}/redeliver`).then(ok));
    expect(again.body).toBe(between.body);
    expect(again.headers['x-service-signature-previous']).toBeUndefined();
    expect(await Promise.all(secrets.map(async (secret) => (await judged(again, secret)).taken))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
