import { Agent, request } from 'undici';

/** The yardstick of webhooks: `node undici-alone.entry.js URL COUNT AT_ONCE`: as many POSTs, the same number of them at once. */
const [url = '', count = '0', atOnce = '1'] = process.argv.slice(2);
const dispatcher = new Agent({ connections: null, keepAliveTimeout: 5_000 });
/** As long as a webhook's. */
const body = JSON.stringify({ text: 'x'.repeat(1_000) });
const headers = { 'content-type': 'application/json' };
let sent = 0;

async function caller(): Promise<void> {
  while (sent < Number(count)) {
    sent += 1;
    const answer = await request(url, { method: 'POST', headers, body, dispatcher });
    await answer.body.dump();
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, caller));
process.send?.({}, () => process.exit(0));
