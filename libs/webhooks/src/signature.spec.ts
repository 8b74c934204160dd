import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { webhookRefusal } from '../../../packages/client/src/index.js';
import { signatureHeader } from './egress.js';

interface Vector {
  name: string;
  secrets: string[];
  header: string;
  now: number;
  tolerance_seconds: number;
  verdict: 'accepted' | 'refused';
  body?: string;
  body_hex?: string;
}

const { vectors }: { vectors: Vector[] } = JSON.parse(
  readFileSync(new URL('./signature-vectors.json', import.meta.url), 'utf8'),
);
const bytesOf = ({ body, body_hex }: Vector) =>
  body_hex === undefined ? Buffer.from(body ?? '', 'utf8') : Buffer.from(body_hex, 'hex');
const secret = 'whsec_test';
const body = Buffer.from('{"id":"evt_1","note":"Кухня собрана: 3 м, «дуб»"}');

/** What the service signs, and how packages/client judges it. */
describe('the webhook signature', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('judges the vector: %s', async (_name, vector) => {
    const refusal = await webhookRefusal({
      signature: vector.header,
      body: bytesOf(vector),
      secret: vector.secrets,
      toleranceSeconds: vector.tolerance_seconds,
      now: vector.now,
    });
    expect(refusal === undefined ? 'accepted' : 'refused').toBe(vector.verdict);
  });

  it.each(
    vectors
      .filter(({ name }) => name.includes('body') && !name.includes('changed'))
      .map((vector) => [vector.name, vector] as const),
  )('signs as the vector does: %s', (_name, vector) => {
    expect(vector.header).toContain(
      signatureHeader(bytesOf(vector), [vector.secrets[0] ?? ''], vector.now).split(',')[1],
    );
  });

  it('is accepted unchanged by an independent library', () => {
    const now = Math.floor(Date.now() / 1000);
    const header = signatureHeader(body, [secret], now);
    expect(Stripe.webhooks.constructEvent(body, header, secret)).toMatchObject({ id: 'evt_1' });
    expect(() => Stripe.webhooks.constructEvent(Buffer.from(`${body} `), header, secret)).toThrow(/signature/i);
  });
});
