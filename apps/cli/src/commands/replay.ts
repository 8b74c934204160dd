import { type Command, Option } from 'commander';
import { printable } from '#libs/kernel';
import { whole } from '../arguments.js';
import { Failure, WrongUsage } from '../errors.js';
import { toJson, wantsJson, write } from '../output.js';

type Format = 'json' | 'text' | 'svg';

interface Options {
  readonly conversation: string;
  readonly turn?: number;
  readonly diff?: readonly number[];
  readonly format?: Format;
}

/** `replay`: what an auditor asks for; everything in it comes from events alone. */
export function replayCommand(program: Command): void {
  const turnNumber = whole(0);
  program
    .command('replay')
    .description('a conversation as it stood after a turn, or what changed between two, rebuilt from events alone')
    .requiredOption('--conversation <id>', 'which')
    .option('--turn <n>', 'the last one by default; 0: before the first', turnNumber)
    .option(
      '--diff <turn...>',
      'two turns: modules, coins and bill of materials that changed from the one to the other',
      (text, before: readonly number[] | undefined) => [...(before ?? []), turnNumber(text)],
    )
    .addOption(new Option('--format <format>', 'text unless --json; svg: the picture').choices(['json', 'text', 'svg']))
    .action(async ({ conversation, turn, diff, format }: Options, command: Command) => {
      const wanted = format ?? (wantsJson(command) ? 'json' : 'text');
      const told = diff
        ? await compared(conversation, twoTurns(diff, turn), wanted)
        : await replayed(conversation, turn, wanted);
      await write(`${told.trimEnd()}\n`);
    });
}

function twoTurns(diff: readonly number[], turn: number | undefined): readonly [number, number] {
  const [from, to, ...more] = diff;
  if (from === undefined || to === undefined || more.length > 0 || turn !== undefined)
    throw new WrongUsage('--diff takes two turns, such as --diff 1 3, and no --turn');
  return [from, to];
}

async function replayed(conversation: string, turn: number | undefined, format: Format): Promise<string> {
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

async function compared(conversation: string, [from, to]: readonly [number, number], format: Format): Promise<string> {
  const [{ diffConversations, replay }, { diffText, picturesSvg }, { drawFront, orderBom }, { inWorkspace }] =
    await Promise.all([
      import('#libs/conversations'),
      import('../replay/diff.js'),
      import('#libs/furniture'),
      import('../workspace/workspace.js'),
    ]);
  const [before, after] = await inWorkspace(
    ({ stores }) => Promise.all([replay(stores.events, conversation, from), replay(stores.events, conversation, to)]),
    { stale: true },
  );
  if (format === 'svg')
    return picturesSvg([before, after].map(({ turn, order }) => ({ turn, svg: order && drawFront(order) })));
  const stood = (told: typeof before) => ({ ...told, bom: told.order && orderBom(told.order) });
  const diff = { conversation_id: conversation, from, to, ...diffConversations(stood(before), stood(after)) };
  return format === 'json' ? toJson(diff) : printable(diffText(diff));
}
