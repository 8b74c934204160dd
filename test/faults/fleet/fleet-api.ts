import { type Answer, Api, type Call } from '../../support/api.js';
import type { FaultLog } from './fault-log.js';

/** A caller gives up on a node that does not answer in this time, and asks another. */
const GIVE_UP_MS = 12_000;

/** A partner's program before several api nodes: each request goes to one of them, whoever that is. */
export class FleetApi extends Api {
  protected override readonly askAgainMs = 50;
  private turn = 0;

  constructor(
    private readonly nodes: readonly string[],
    key: string,
    private readonly log: FaultLog,
  ) {
    super(nodes[0] ?? '', key);
  }

  override async call(method: string, path: string, body?: unknown, call?: Call): Promise<Answer> {
    const node = this.nodes[this.turn++ % this.nodes.length] ?? this.url;
    const from = Date.now();
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`no answer within ${GIVE_UP_MS} ms`)), GIVE_UP_MS).unref();
    });
    const answer = new Api(node, this.key).call(method, path, body, call);
    answer.catch(() => undefined);
    const tell = (outcome: string) =>
      this.log.note('calls', `${method} ${path} at ${node}: ${outcome}, after ${Date.now() - from} ms`);
    try {
      const given = await Promise.race([answer, late]);
      if (given.status >= 500) tell(`${given.status} ${given.text}`);
      return given;
    } catch (error) {
      tell(String(error instanceof Error && error.cause ? error.cause : error));
      throw error;
    }
  }
}
