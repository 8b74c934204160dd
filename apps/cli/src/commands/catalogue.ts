import type { Command } from 'commander';
import type { Module } from '#libs/furniture';
import { whole } from '../arguments.js';
import { Failure } from '../errors.js';
import { show, table } from '../output.js';

const LONGEST_MM = 20_000;

/** `catalogue …`: the workshop's modules. No data folder, no service. */
export function catalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('the modules that the workshop makes');
  catalogue
    .command('list')
    .description('all modules with the widths that they are made in, mm')
    .action(async (_options: object, command: Command) => show(command, await list(), listWords));
  catalogue
    .command('show')
    .description('one module in one size: its parts and what they take')
    .argument('<code>', 'in Russian or Latin letters: ШНЯ3, BD3')
    .requiredOption('--width <mm>', 'whole millimetres', whole(1, LONGEST_MM))
    .option('--height <mm>', "the module's own by default", whole(1, LONGEST_MM))
    .action(async (code: string, size: Size, command: Command) => show(command, await unitOf(code, size), unitWords));
}

interface Size {
  readonly width: number;
  readonly height?: number;
}

type Listed = Pick<Module, 'code' | 'ascii' | 'title' | 'tier' | 'widths'>;
type Shown = Awaited<ReturnType<typeof unitOf>>;

async function list(): Promise<Listed[]> {
  const { modules } = await import('#libs/furniture');
  return modules().map(({ code, ascii, title, tier, widths }) => ({ code, ascii, title, tier, widths }));
}

async function unitOf(code: string, { width, height }: Size) {
  const { findModule, isMadeHeight, isMadeWidth, makeUnit, nearestWidths, unitBom } = await import('#libs/furniture');
  const module = findModule(code);
  if (!module) throw new Failure(`no module ${JSON.stringify(code)} in the catalogue: see garnitur catalogue list`);
  if (!isMadeWidth(module, width)) {
    const nearest = nearestWidths(module, width).join(' or ');
    throw new Failure(`${module.code} is made ${widthWords(module)} mm wide, not ${width}: the nearest is ${nearest}`);
  }
  if (height !== undefined && !isMadeHeight(module, height)) {
    throw new Failure(`${module.code} is made ${module.heights.join(', ')} mm high, not ${height}`);
  }
  const unit = makeUnit(module, { w: width, h: height });
  return {
    code: module.code,
    ascii: module.ascii,
    title: module.title,
    width: unit.width,
    height: unit.height,
    depth: unit.depth,
    parts: unit.parts.map(({ qty, name, length, width, material }) => ({ qty, name, length, width, material })),
    bom: unitBom(unit),
  };
}

function widthWords({ widths }: Pick<Module, 'widths'>): string {
  return widths.map((width) => (typeof width === 'number' ? String(width) : `${width[0]}–${width[1]}`)).join(', ');
}

function listWords(list: readonly Listed[]): string {
  const rows = list.map((module) => [module.code, module.ascii, module.tier, widthWords(module), module.title]);
  return table(['code', 'ascii', 'tier', 'widths, mm', 'title'], rows);
}

function unitWords({ code, ascii, title, width, height, depth, parts, bom }: Shown): string {
  const rows = parts.map((part) => [String(part.qty), part.name, `${part.length} × ${part.width}`, part.material]);
  const pieces = bom.pieces.map(({ name, qty }) => `${name} × ${qty}`).join(', ');
  const head = `${code} (${ascii}) ${title}: ${width} × ${height} × ${depth} mm`;
  return `${head}\n\n${table(['qty', 'part', 'mm', 'material'], rows)}${pieces ? `\n\n${pieces}` : ''}`;
}
