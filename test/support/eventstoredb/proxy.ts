import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A cable between client and double that can be cut, and frozen: nothing gets through, nothing is closed. */
export interface Cable {
  readonly port: number;
  cut(): void;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function lay(target: number): Promise<Cable> {
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
