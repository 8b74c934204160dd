import type { FaultLog } from './fault-log.js';
import { FleetNode, type Role } from './node.js';
import type { StorePorts } from './stores.js';

const NODES: readonly (readonly [name: string, role: Role])[] = [
  ['api-1', 'api'],
  ['api-2', 'api'],
  ['worker-1', 'worker'],
  ['worker-2', 'worker'],
  ['worker-3', 'worker'],
];

/** Two api nodes and three workers over shared stores, each a process of its own. */
export class Fleet {
  private constructor(readonly nodes: readonly FleetNode[]) {}

  static async start(stores: StorePorts, env: Readonly<Record<string, string>>, log: FaultLog): Promise<Fleet> {
    const nodes: FleetNode[] = [];
    for (const [name, role] of NODES) nodes.push(await FleetNode.make(name, role, stores, env, log));
    const fleet = new Fleet(nodes);
    try {
      await Promise.all(nodes.map((node) => node.start()));
    } catch (error) {
      await fleet.end();
      throw error;
    }
    return fleet;
  }

  /** Where callers may ask. */
  get urls(): readonly string[] {
    return this.nodes.filter(({ role }) => role === 'api').map(({ url }) => url);
  }

  /** Asks all to end; what those say that do not end well. */
  async stop(): Promise<string[]> {
    const ended = await Promise.all(this.nodes.map(async (node) => ({ node, ...(await node.stop()) })));
    return ended.flatMap(({ node, code, stderr }) =>
      code === 0 ? [] : [`${node.name} ended with ${code}: ${stderr.slice(-300)}`],
    );
  }

  async end(): Promise<void> {
    for (const node of this.nodes) await node.end();
  }
}
