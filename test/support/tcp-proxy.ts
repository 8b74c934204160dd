import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server. Cut, it closes its connections; frozen, it passes nothing on and closes nothing. */
export interface TcpProxy {
  readonly port: number;
  cut(): void;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (frozen) from.pause();
      from.on('data', (bytes) => {
        if (!to.destroyed) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.setNoDelay(true);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const each = (what: 'pause' | 'resume') => {
    frozen = what === 'pause';
    for (const socket of sockets) socket[what]();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze: () => each('pause'),
    thaw: () => each('resume'),
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
