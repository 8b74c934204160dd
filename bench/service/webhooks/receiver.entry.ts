import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks: `node receiver.entry.js DELAY_MS FAIL_EVERY`. Tells its address, and when asked when requests arrived. */
const [delayMs = 0, failEvery = 0] = process.argv.slice(2).map(Number);
let arrivals: number[] = [];

const server = createServer((request, response) => {
  arrivals.push(performance.now());
  const status = failEvery > 0 && arrivals.length % failEvery === 0 ? 500 : 204;
  request.resume().on('end', () => {
    if (delayMs === 0) response.writeHead(status).end();
    else setTimeout(() => response.writeHead(status).end(), delayMs);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}/` });
});
process.on('message', (message) => {
  if (message === 'reset') arrivals = [];
  process.send?.({ arrivals });
});
