import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';

/** One call of `POST /v1/chat/completions` as received. */
export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Raw body. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
  /** ms, monotonic. */
  readonly at: number;
  /** Set if the caller disconnected before an answer was sent. */
  abortedAt?: number;
}

export type Step = (response: ServerResponse, call: ModelCall) => void;

/** A server with the chat completions API and scripted responses; the last step repeats. */
export class ModelServer {
  readonly calls: ModelCall[] = [];
  #steps: readonly Step[] = [];
  #next = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<ModelServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the model server has no port');
    const model = new ModelServer(server, `http://127.0.0.1:${address.port}/v1`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const call: ModelCall = {
          path: request.url ?? '',
          headers: request.headers,
          text,
          body: JSON.parse(text),
          at: performance.now(),
        };
        response.on('close', () => {
          if (!response.writableEnded) call.abortedAt = performance.now();
        });
        model.calls.push(call);
        model.step()(response, call);
      });
    });
    return model;
  }

  /** Sets the next responses and forgets recorded calls. */
  script(...steps: Step[]): void {
    this.calls.length = 0;
    this.#steps = steps;
    this.#next = 0;
  }

  private step(): Step {
    const step = this.#steps[Math.min(this.#next, this.#steps.length - 1)];
    this.#next += 1;
    if (!step) throw new Error('the model server has no script');
    return step;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
