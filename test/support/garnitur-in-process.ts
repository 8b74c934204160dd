import { jest } from '@jest/globals';
import { exitOf } from '../../apps/cli/src/errors.js';
import { createProgram } from '../../apps/cli/src/program.js';
import type { Said } from './garnitur.js';

/**
 * One command line in this process, for specs of what a command does: starting a program of its own for each takes most of
 * a second. One at a time, since the environment and both streams are the process's.
 */
export async function garniturInProcess(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Said> {
  const said = { out: '', err: '' };
  const own = process.env;
  process.env = { ...env };
  const spies = (['out', 'err'] as const).map((stream) =>
    jest.spyOn(process[`std${stream}`], 'write').mockImplementation((text) => {
      said[stream] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      return true;
    }),
  );
  try {
    await createProgram().parseAsync([...args], { from: 'user' });
    return { code: 0, ...said };
  } catch (error) {
    const { code, line } = exitOf(error);
    return { code, out: said.out, err: line === undefined ? said.err : `${said.err}${line}\n` };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.env = own;
  }
}
