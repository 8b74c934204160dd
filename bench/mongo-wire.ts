import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { BSON } from 'mongodb';

/** A command as it goes to MongoDB. */
export interface SentCommand {
  readonly name: string;
  readonly collection: string;
  readonly body: BSON.Document;
}

export interface MongoWire {
  /** Instead of the server's own. */
  readonly url: string;
  close(): void;
}

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Where the command's document begins: behind the header, flags and the kind of the first section. */
const BODY_AT = HEADER_BYTES + 4 + 1;

/** A wire to a server that tells what is sent over it. */
export async function mongoWire(server: string, sent: (command: SentCommand) => void): Promise<MongoWire> {
  const url = new URL(server);
  const port = Number(url.port || 27017);
  const { hostname } = url;
  const sockets = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(port, hostname);
    const messages = messagesOf((message) => {
      const command = commandOf(message);
      if (command) sent(command);
    });
    near.on('data', messages);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.setNoDelay(true));
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  url.host = `127.0.0.1:${(wire.address() as AddressInfo).port}`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    wire.close();
  };
  return { url: url.href, close };
}

/** Puts messages together from what comes in pieces. */
function messagesOf(take: (message: Buffer) => void): (bytes: Buffer) => void {
  let pending = Buffer.alloc(0);
  return (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= HEADER_BYTES && pending.length >= pending.readInt32LE()) {
      const length = pending.readInt32LE();
      take(pending.subarray(0, length));
      pending = pending.subarray(length);
    }
  };
}

function commandOf(message: Buffer): SentCommand | undefined {
  if (message.readInt32LE(12) !== OP_MSG || message[BODY_AT - 1] !== 0) return undefined;
  const body = BSON.deserialize(message.subarray(BODY_AT, BODY_AT + message.readInt32LE(BODY_AT)));
  const [name = ''] = Object.keys(body);
  return { name, collection: String(body[name]), body };
}
