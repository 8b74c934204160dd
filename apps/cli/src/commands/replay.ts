import { type Command, Option } from 'commander';
import { printable } from '#libs/kernel';
import { whole } from '../arguments.js';
import { Failure } from '../errors.js';
import { toJson, wantsJson, write } from '../output.js';

interface Options {
  readonly conversation: string;
  readonly turn?: number;
  readonly format?: 'json' | 'text' | 'svg';
}

/** `replay`: what an auditor asks for; everything in it comes from events alone. */
export function replayCommand(program: Command): void {
  program
    .command('replay')
    .description('a conversation as it stood after a turn, rebuilt from events alone')
    .requiredOption('--conversation <id>', 'which')
    .option('--turn <n>', 'the last one by default; 0: before the first', whole(0))
    .addOption(new Option('--format <format>', 'text unless --json; svg: the picture').choices(['json', 'text', 'svg']))
    .action(async ({ conversation, turn, format }: Options, command: Command) => {
      const wanted = format ?? (wantsJson(command) ? 'json' : 'text');
      await write(`${(await replayed(conversation, turn, wanted)).trimEnd()}\n`);
    });
}

async function replayed(
  conversation: string,
  turn: number | undefined,
  format: 'json' | 'text' | 'svg',
): Promise<string> {
  const [{ replay }, { replayText }, { drawFront, orderBom }, { inWorkspace }] = await Promise.all([
    import('#libs/conversations'),
    import('../replay/text.js'),
    import('#libs/furniture'),
    import('../workspace/workspace.js'),
  ]);
  const told = await inWorkspace(({ stores }) => replay(stores.events, conversation, turn), { stale: true });
  if (format === 'text') return printable(replayText(told));
  const picture = told.order && drawFront(told.order);
  if (format === 'json') return toJson({ ...told, bom: told.order && orderBom(told.order), picture });
  if (picture === null)
    throw new Failure(`nothing was assembled after turn ${told.turn} of ${conversation}: there is no picture`);
  return picture;
}
