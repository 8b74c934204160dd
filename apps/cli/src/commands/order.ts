import { readFile } from 'node:fs/promises';
import { text as drain } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import type { Bom, Finding, Finish, Order, OrderParts, ViewName } from '#libs/furniture';
import { Failure, WrongUsage } from '../errors.js';
import { show, table, toJson, write } from '../output.js';

const FILE = 'an order document, or the answer of GET …/project; - for stdin';

/** `order …`: the furniture engine on an order document in a file. No data folder, no service. */
export function orderCommands(program: Command): void {
  const order = program.command('order').description('the furniture engine on an order document in a file');
  order
    .command('check')
    .description('what stands against the order, notes for reports (info) included')
    .argument('<file>', FILE)
    .action(async (file: string, _options: object, command: Command) => {
      const { check } = await import('#libs/furniture');
      await show(command, { findings: check(await orderIn(file)) }, findingWords);
    });
  order
    .command('bom')
    .description('the bill of materials: areas in mm², lengths in mm')
    .argument('<file>', FILE)
    .action(async (file: string, _options: object, command: Command) => {
      const { orderBom } = await import('#libs/furniture');
      await show(command, { bom: orderBom(await orderIn(file)) }, bomWords);
    });
  order
    .command('parts')
    .description('every part for the workshop, mm: list of parts, worktops, cuts from stock, bought pieces')
    .argument('<file>', FILE)
    .addOption(new Option('--format <format>', 'json is --json; csv for cutting programs').choices(['json', 'csv']))
    .action(async (file: string, { format }: { format?: 'json' | 'csv' }, command: Command) => {
      const { orderParts, partsTable } = await import('#libs/furniture');
      const parts = orderParts(await orderIn(file));
      if (format === 'csv') {
        const { csvTable } = await import('#libs/formats');
        return write(csvTable(partsTable(parts)));
      }
      if (format === 'json') return write(`${toJson(parts)}\n`);
      return show(command, parts, partsWords);
    });
  order
    .command('render')
    .description('the picture, on stdout')
    .argument('<file>', FILE)
    .addOption(new Option('--view <view>', 'which side').choices(['front', 'iso', 'plan']).default('front'))
    .addOption(
      new Option('--format <format>', 'drawing, page, the set of sheets, or the model (glTF)')
        .choices(['svg', 'html', 'pdf', 'glb'])
        .default('svg'),
    )
    .option('--carcass <finish>', 'paint of the carcass', 'clear')
    .option('--facade <finish>', 'paint of the fronts', 'clear')
    .option('--company <title>', 'whom the sheets name', '')
    .option('--turn <number>', 'the revision that the sheets name', '1')
    .option('--date <date>', 'the day that the sheets name, YYYY-MM-DD; today by default')
    .action(async (file: string, options: Picture) => write(await drawn(file, options)));
}

interface Picture {
  readonly view: ViewName;
  readonly format: 'svg' | 'html' | 'pdf' | 'glb';
  readonly carcass: string;
  readonly facade: string;
  readonly company: string;
  readonly turn: string;
  readonly date?: string;
}

async function drawn(file: string, options: Picture): Promise<string | Uint8Array> {
  const { draw, drawHtml, FINISHES, modelOf } = await import('#libs/furniture');
  const finishOf = (option: 'carcass' | 'facade'): Finish => {
    const known = FINISHES.find((finish) => finish === options[option]);
    if (known) return known;
    throw new WrongUsage(`--${option} is ${JSON.stringify(options[option])}; accepted: ${FINISHES.join(', ')}`);
  };
  const finishes = { carcass: finishOf('carcass'), facade: finishOf('facade') };
  const order = await orderIn(file);
  const { view } = options;
  if (options.format === 'pdf') return sheets(order, options, finishes);
  if (options.format === 'glb') return (await import('#libs/formats')).glbOf(modelOf(order, finishes));
  if (options.format === 'html') return drawHtml(order, { view, ...finishes });
  return draw(order, view, finishes);
}

async function sheets(
  order: Order,
  options: Picture,
  finishes: { carcass: Finish; facade: Finish },
): Promise<Uint8Array> {
  const { dateWords, sheetsOf } = await import('#libs/furniture');
  const { pdfOf } = await import('#libs/formats');
  const { company, turn, date = new Date().toISOString().slice(0, 10) } = options;
  const made = new Date(date);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(made.getTime()))
    throw new WrongUsage(`--date is ${JSON.stringify(date)}; accepted: a day as YYYY-MM-DD`);
  if (!/^\d{1,6}$/.test(turn)) throw new WrongUsage(`--turn is ${JSON.stringify(turn)}; accepted: a whole number`);
  const set = sheetsOf(order, { company, revision: Number(turn), date: dateWords(made), ...finishes });
  return pdfOf(set, { title: `Заказ ${order.id}`, author: company, made });
}

/** @throws {Failure} where there is no such file, or no order in it: the first problem, with its place. */
async function orderIn(file: string): Promise<Order> {
  const { parseOrder } = await import('#libs/furniture');
  const parsed = parseOrder(documentOf(jsonOf(file, await contentOf(file))));
  if (parsed.ok) return parsed.order;
  const [first, ...others] = parsed.faults;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new Failure(`${file}: ${first?.path ? `${first.path} ` : ''}${first?.msg}${more}`);
}

/** The document itself, or what holds it in the whole answer of GET …/project. */
const documentOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'project' in json ? json.project : json;

async function contentOf(file: string): Promise<string> {
  try {
    return file === '-' ? await drain(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function jsonOf(file: string, content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Failure(`${file} is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function findingWords({ findings }: { findings: readonly Finding[] }): string {
  if (findings.length === 0) return 'nothing stands against the order';
  return findings
    .map(
      ({ severity, code, path, msg, fixHint }) =>
        `${severity} ${code} ${path}: ${msg}${fixHint ? ` (${fixHint})` : ''}`,
    )
    .join('\n');
}

function bomWords({ bom }: { bom: Bom }): string {
  const m2 = (mm2: number) => `${(mm2 / 1e6).toFixed(3)} m²`;
  const m = (mm: number) => `${(mm / 1000).toFixed(2)} m`;
  return [
    ...bom.sheets.map(({ name, parts, area_mm2 }) => `${name}: ${parts} parts, ${m2(area_mm2)}`),
    ...bom.linear.map(({ name, parts, length_mm }) => `${name}: ${parts} cuts, ${m(length_mm)}`),
    ...bom.edges.map(({ name, length_mm }) => `${name}: ${m(length_mm)}`),
    ...bom.pieces.map(({ name, qty }) => `${name}: ${qty}`),
  ].join('\n');
}

/** The list of parts with a column for each side's tape, then what is joined, cut out and cut from stock. */
function partsWords({ parts, worktops, bars }: OrderParts): string {
  const tapes = ({ edges: { L1, L2, W1, W2 } }: OrderParts['parts'][number]) =>
    [L1, L2, W1, W2].map((tape) => tape?.edge ?? '-').join(' ');
  const rows = parts.map((row) => [
    ...[row.mark, row.name, row.material_name, String(row.thickness_mm)],
    ...[String(row.length_mm), String(row.width_mm), tapes(row), String(row.qty)],
  ]);
  return [
    table(['mark', 'part', 'material', 'thick', 'length', 'width', 'L1 L2 W1 W2', 'qty'], rows),
    '',
    ...worktops.flatMap(({ mark, cutouts, joints }) => [
      ...cutouts.map(
        ({ name, from_mm, back_mm, length_mm, width_mm }) =>
          `${mark}: cut-out ${length_mm} x ${width_mm} (${name}), ${from_mm} from the left, ${back_mm} from the wall`,
      ),
      ...joints.map(({ end, kind, with: other }) => `${mark}: ${kind} joint with ${other} at its ${end} end`),
    ]),
    ...bars.map(
      ({ name, stock_mm, pieces, rest_mm }) =>
        `${name} ${stock_mm}: ${pieces.map(({ length_mm }) => length_mm).join(' + ')}, rest ${rest_mm}`,
    ),
  ].join('\n');
}
