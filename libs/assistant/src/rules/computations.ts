import { given } from '#libs/furniture';
import type { Concept, ConceptTable } from '../concepts/concepts.js';
import { EMPTY, type Frame, firstOf, flag, formOf, meaningOf, number, part, text, unify } from './frame.js';
import type { Computations } from './notation.js';
import { POSITIONS } from './positions.js';
import { PROPERTIES } from './properties.js';
import { MAX_COUNT, millimetres, QUANTITIES } from './quantities.js';
import { TALK } from './talk.js';
import { isWithWall, WALLS } from './walls.js';

/** Cases in which an adjective and its noun agree; undefined if they do not. */
function agreeing(noun: Frame, adjective: Frame): string | undefined {
  const [a, b] = [text(noun, 'cases'), text(adjective, 'cases')];
  if (!a || !b) return a ?? b ?? '';
  const [gender, shown] = [text(noun, 'gender'), text(adjective, 'gender')];
  // «-ой» is masculine in the nominative and feminine in the oblique cases.
  const shows = (letter: string): boolean => shown !== 'mf' || 'na'.includes(letter) === (gender === 'm');
  // «два верхних шкафа»: with a small number, the noun is singular and its adjective plural.
  if (a.includes('g') && b.includes('G')) return 'g';
  const common = [...a].filter((letter) => b.includes(letter) && shows(letter)).join('');
  if (common === '') return undefined;
  const singular = common === common.toLowerCase();
  return singular && gender && shown && !shown.includes(gender) ? undefined : common;
}

/** No window of a kitchen begins so high, mm. */
const MAX_BOTTOM = 1700;
/** «шкафы», uncounted. */
const isMany = (thing: Frame): boolean => !thing['count'] && /^[A-Z]+$/.test(text(thing, 'cases') ?? '');

export const MAX_DRAWERS = 5;
/** No appliance is so wide, mm. */
const MIN_GAP = 1000;
/** Appliances that tall units hold. */
const HOUSED = /^(oven|microwave|fridge)$/;

const SHELVES = /^(shelf|open_base)$/;

/** Whether a property may be said of a thing. */
export function mayBe(concept: Concept, property: Frame): boolean {
  const { kind, fuels, buildsIn, standsAlone, carcass } = concept;
  const [fuel, built] = [property['fuel'], property['builtIn']];
  if (fuel !== undefined && !fuels?.some((one) => one === fuel)) return false;
  // «отдельный пенал» says nothing of a unit; «встроенный» is of appliances.
  if (built !== undefined && !buildsIn && (kind || built === true)) return false;
  if (property['unbuilt'] !== undefined && !standsAlone) return false;
  // «духовку в пенале, а индукционную панель отдельно»
  if (property['tall'] === true && kind && !HOUSED.test(kind)) return false;
  if (property['housed'] !== undefined && !kind) return false;
  if ((property['glazed'] ?? property['diagonal']) !== undefined && !carcass && !property['housed']) return false;
  return property['tier'] === undefined || !kind || kind === 'microwave';
}

/** Computations of the grammar; what may be said of a thing is in the table of concepts. */
export function computationsOf(concepts: ConceptTable): Computations {
  const conceptIn = (frame: Frame | undefined) => concepts[text(frame, 'concept') ?? ''];
  const isThing = (frame: Frame): boolean => conceptIn(frame) !== undefined;

  const modify = (children: readonly Frame[]): Frame | undefined => {
    const thing = children.find(isThing);
    const property = children.find((child) => child !== thing);
    const concept = conceptIn(thing);
    if (!thing || !property || !concept || !mayBe(concept, property)) return undefined;
    // «мойка узкая посудомойка»: what has no sizes is narrow only where nothing else is.
    if (property['size'] !== undefined && concept.sizes[text(property, 'size') ?? ''] === undefined) return undefined;
    const cases = agreeing(thing, property);
    if (cases === undefined) return undefined;
    // «в отдельном пенале»: nothing is built into a unit.
    if (property['builtIn'] === false && !concept.kind) return thing;
    const all = unify(meaningOf(thing), meaningOf(property));
    const tall = property['tall'] !== undefined && concept.carcass ? { concept: 'tall', tall: undefined } : {};
    return all && { ...all, ...formOf(thing), ...(cases ? { cases } : {}), ...tall };
  };

  const isWidth = ({ widths: [min, max] }: Concept, len: Frame): boolean => {
    const mm = millimetres(len, 'width') ?? 0;
    return mm >= min && mm <= max;
  };

  /** «мойка 60», «мойка шириной 60», «пенал высотой 210», «мойка 60 на 50». */
  const sized = (children: readonly Frame[]): Frame | undefined => {
    const thing = children[0];
    const last = children.at(-1);
    const concept = conceptIn(thing);
    if (!thing || !last || !concept) return undefined;
    const measure = text(last, 'measure') ?? 'width';
    // «2030х595х660»: the side that may be a width; «мойка 50 на 1,8»: the other is the wall.
    const sides = ['a', 'b', 'c'].map((side) => part(last, side));
    const fitting = sides.find((side) => side && isWidth(concept, side));
    if (isWithWall(last)) return undefined;
    const mm = millimetres(
      fitting ?? part(last, 'a') ?? part(last, 'len') ?? last,
      measure === 'width' ? 'width' : 'place',
    );
    if (mm === undefined || thing[measure] || (last['rank'] === 1 && last['value'] === 1)) return undefined;
    // «верхние шкафы … 36 см» are not one unit of that width.
    const row = thing['tier'] === 'wall' && isMany(thing);
    const [min, max] = row && measure === 'width' ? [1, 0] : concept.widths;
    if (measure === 'width' ? mm < min || mm > max : measure !== 'height' && measure !== 'depth') return undefined;
    return { ...thing, [measure]: mm };
  };

  /** «3 шкафа»; of drawers it is their number in one unit. */
  const counted = (children: readonly Frame[]): Frame | undefined => {
    const thing = children.find(isThing);
    const count = firstOf(children, 'value') ?? 0;
    if (!thing || !Number.isInteger(count) || count < 1 || count > MAX_COUNT || thing['count']) return undefined;
    const cases = text(thing, 'cases') ?? '';
    // «бутылочница 20 выдвижные ящики»
    if (count > 4 && cases !== '' && !cases.includes('G')) return undefined;
    // «на 15 бутылочницу» counts nothing, and nobody has three fridges.
    if (count > 1 && ((cases !== '' && !/[gA-Z]/.test(cases)) || (count > 2 && conceptIn(thing)?.kind)))
      return undefined;
    const { cases: _, ...rest } = thing;
    const counting = /[gG]/.test(cases) ? rest : thing;
    const drawers = text(thing, 'concept') === 'drawers' && count <= MAX_DRAWERS;
    return { ...counting, ...(drawers ? { drawers: count } : count > 1 ? { count } : {}) };
  };

  /** «варочная с духовкой», «пенал под духовку и СВЧ»; a carcass is its contents': «тумба под мойку», «шкаф с сушкой». */
  const together = (children: readonly Frame[]): Frame | undefined => {
    const [whole, ...others] = children.filter(isThing);
    let out = whole;
    for (const other of others) {
      const concept = conceptIn(out);
      if (!out || !concept) return undefined;
      const name = text(other, 'concept') ?? '';
      if (text(out, 'concept') === 'stove' && name === 'oven') continue;
      const width = other['width'] ?? out['width'];
      if (concept.goesWith?.includes(name)) {
        const before = out['with'];
        out = { ...out, with: [...(Array.isArray(before) ? before : []), other] };
      } else if (name === 'shelf' && (concept.carcass || concept.tier === 'tall'))
        out = width === undefined ? out : { ...out, width };
      else if (concept.carcass && name !== text(out, 'concept')) {
        // «верхние шкафы с вытяжкой» are a row and a hood.
        if (isMany(out) && conceptIn(other)?.kind) return undefined;
        const all = unify(meaningOf({ ...out, concept: name }), meaningOf(other));
        out = all && { ...all, ...formOf(out) };
      } else return undefined;
    }
    return out;
  };

  /** «левая», «короткая», «вторая»: which wall. */
  return {
    ...QUANTITIES,
    ...WALLS,
    ...POSITIONS,
    ...PROPERTIES,
    ...TALK,
    modify,
    sized,
    /** «двое ящиков по 40» are as many units. */
    each_sized: ([thing = EMPTY, ...more]) => {
      const { drawers, ...unit } = thing;
      const isMany = text(thing, 'concept') === 'drawers' && !thing['cases'] && !thing['count'] && Number(drawers) > 1;
      return sized([isMany ? { ...unit, count: drawers } : thing, ...more]);
    },
    counted,
    together,
    /** «между мойкой и плитой метр столешницы»; «между посудомойкой и плитой 45» may be the width of one. */
    spaced: (children) => {
      const [a, b] = children.filter(isThing);
      const gap = children.find((one) => one['value'] !== undefined);
      const isMarked = children.some((one) => flag(one, 'marks') || one['part'] !== undefined);
      const isLong = (millimetres(gap, 'place') ?? 0) >= MIN_GAP;
      return conceptIn(a)?.kind && conceptIn(b)?.kind && (isMarked || isLong) ? { a, b, gap } : undefined;
    },
    /** «две тумбы: одна 40, другая 60» */
    one_by_one: (children) => {
      const of = children.find(isThing);
      const each = children.filter((one) => one['len'] ?? one['mod'] ?? one['with']);
      return of && number(of, 'count') === each.length ? { of, each } : undefined;
    },
    /** «пенал, в нём духовка и над ней свч» */
    inside: (children) => (conceptIn(children.find(isThing))?.tier === 'tall' ? together(children) : undefined),
    /** «пенал встроенного холодильника» */
    of_fridge: (children) => {
      const [unit, fridge] = children.filter(isThing);
      const isTall = text(unit, 'concept') === 'tall' && unit?.['count'] === undefined;
      return isTall && text(fridge, 'concept') === 'fridge'
        ? { ...fridge, builtIn: true, ...formOf(unit ?? EMPTY) }
        : undefined;
    },
    /** «встраиваемые духовка и варочная» */
    both_built: ([built, ...children]) =>
      flag(built, 'builtIn') && conceptIn(children.find(isThing))?.goesWith.length ? together(children) : undefined,
    /** «варочная над духовкой», «духовка и сверху варочная» */
    stacked: (children) => (conceptIn(children.find(isThing))?.goesWith.length ? together(children) : undefined),
    /** «верхние шкафы все витрины»; «верхние шкафы, вытяжки не надо» is no row of hoods. */
    of_cabinets: ([row = {}, ...more]) => {
      const units = more.find(isThing);
      return units && !conceptIn(units)?.kind ? { ...row, units } : undefined;
    },
    /** «ящики в четыре ряда» */
    in_rows: ([thing, , count]) =>
      text(thing, 'concept') === 'drawers' ? { ...thing, drawers: number(count, 'value') } : undefined,
    /** «НШ60 (плита)» */
    filled: (children) => (text(children[0], 'concept') === 'niche' ? together(children) : undefined),
    /** «ящики только в одной тумбе, на 80 которая» */
    drawered: ([drawers, ...more]) => {
      const unit = more.find(isThing);
      const width =
        unit?.['width'] ??
        millimetres(
          more.find((child) => child['value']),
          'width',
        );
      const plain = text(drawers, 'concept') === 'drawers' && /^(base|cabinet)$/.test(text(unit, 'concept') ?? '');
      return plain && width && drawers?.['width'] === undefined ? { ...drawers, width } : undefined;
    },
    /** «духовка и микроволновка в одном пенале» */
    cohoused: (children) => {
      const [one, other, unit] = children.filter(isThing);
      const isTall = text(unit, 'concept') === 'tall' && unit?.['width'] === undefined;
      const both = isTall && one && other && conceptIn(one)?.goesWith.includes(text(other, 'concept') ?? '');
      return both && conceptIn(other)?.kind ? { ...one, tall: true, with: [other] } : undefined;
    },
    /** «побольше ящиков»: how many is not said. */
    quantified: ([, thing]) => thing && meaningOf(thing),
    /** «только не бутылочницу», «с посудомойкой передумали»; «не индукция» is another cooker. */
    refused: (children) => {
      const thing = children.find(isThing);
      return thing && thing['fuel'] === undefined ? { ...thing, refused: true } : undefined;
    },
    /** «муж повесит полки сам», «полки свои»: they are not ours; of what we make it is only the work. */
    by_self: (children) => {
      const thing = children.find(isThing);
      return SHELVES.test(text(thing, 'concept') ?? '') ? { ...thing, refused: true } : undefined;
    },
    /** «плита газовая, духовка в ней электрическая»: it is part of the stove. */
    own_oven: ([thing]) => (text(thing, 'concept') === 'oven' ? EMPTY : undefined),
    /** «труба стояк 20 на 20»: a pipe that is a riser. */
    riser: (children) => {
      const isPipe = children.some((obst) => text(obst, 'obstacle') === 'gas_pipe');
      return isPipe ? children.find((obst) => text(obst, 'obstacle') === 'riser') : undefined;
    },
    /** «пусть ящики будут» */
    named: (children) => {
      const thing = children.find(isThing);
      const hangs =
        thing?.['tier'] !== undefined || conceptIn(thing)?.tier === 'wall' || text(thing, 'concept') === 'cabinet';
      return hangs ? undefined : thing;
    },
    /** «шкафы, один со стеклом», «из них два с витриной» */
    glazed_some: (children) => {
      const [count, kind] = [firstOf(children, 'value') ?? 0, children.find(isThing)];
      const isGlass = kind === undefined || kind['anaphor'] || text(kind, 'concept') === 'glass';
      const isPane = !children.some((one) => isThing(one) && text(one, 'concept') !== 'glass' && !one['anaphor']);
      return isGlass && isPane && Number.isInteger(count) && count > 0 && count <= MAX_COUNT
        ? { concept: 'glass', count, cases: 'na' }
        : undefined;
    },
    last: (children) => children.at(-1),
    first: (children) => children[0],
    place_for: (children) => {
      const thing = children.at(-1);
      const own = text(thing, 'concept') === 'fridge' && thing?.['builtIn'] === undefined;
      return thing && { ...meaningOf(thing), cases: 'na', ...(own ? { builtIn: false } : {}), placeFor: true };
    },
    /** «холодильник Бирюса» */
    branded: ([thing, brand]) => (text(thing, 'concept') === text(brand, 'concept') ? thing : undefined),
    /** «два верхних» */
    uppers: ([count, tier]) => {
      const many = number(count, 'value') ?? 0;
      const one = text(tier, 'tier') === 'wall' && Number.isInteger(many) && many > 0 && many <= MAX_COUNT;
      return one ? { concept: 'upper', count: many } : undefined;
    },
    /** «варочная со встроенной вытяжкой» */
    own_hood: (children) => (text(children.at(-1), 'concept') === 'hood' ? EMPTY : undefined),
    /** «сделайте под неё место в верхнем шкафу» */
    housed_under: (children) => (conceptIn(children.at(-1))?.carcass ? { housed: true } : undefined),
    /** «поставьте её в пенал» */
    housed_it: (children) => (text(children.at(-1), 'concept') === 'tall' ? { tall: true } : undefined),
    /** «духовку в пенал», «микроволновка в верхнем шкафу», «мойка в тумбе на 50» */
    housed: ([, unit]) => {
      // «в левый пенал»
      if (text(unit, 'concept') === 'tall') return { tall: true, ...given({ whichHand: text(unit, 'whichHand') }) };
      const width = number(unit, 'width');
      // «в угловом шкафу-трапеции»
      const skewed = flag(unit, 'corner') && flag(unit, 'diagonal') ? { corner: true } : {};
      return conceptIn(unit)?.carcass && (!flag(unit, 'corner') || skewed.corner)
        ? {
            housed: true,
            ...skewed,
            ...(width ? { width } : {}),
            ...(flag(unit, 'diagonal') ? { diagonal: true } : {}),
          }
        : undefined;
    },
    /** «духовку из пенала» */
    out_of: ([, unit]) => (text(unit, 'concept') === 'tall' ? EMPTY : undefined),
    /** «верхние фасады» */
    tier_part: ([tier, named]) =>
      text(named, 'part') === 'facade' ? { part: tier?.['tier'], ...formOf(named ?? EMPTY) } : undefined,
    /** «шкафы белые»: all fronts. */
    cabinets: ([thing = EMPTY]) => {
      const isPlain = text(thing, 'concept') === 'cabinet' && Object.keys(meaningOf(thing)).length === 1;
      return isPlain ? { part: 'cabinets', ...formOf(thing) } : undefined;
    },
    /** «тумбу справа сделайте с ящиками», «тумбу переделайте в ящики»: one plain unit becomes another. */
    become: (children) => {
      const [old, by] = children.filter(isThing);
      const among = children.find((child) => child['places']);
      const isOther = text(old, 'concept') !== text(by, 'concept');
      const isPlain = [old, by].every((one) => conceptIn(one)?.code && !conceptIn(one)?.kind);
      return isOther && isPlain && old && by ? { old, by, ...(among ? { among } : {}) } : undefined;
    },
    /** «тумбу с ящиками сделайте с дверкой» */
    doored: (children) => {
      const [old, among] = [children.find(isThing), children.find((child) => child['places'])];
      const isDrawers = old && text(old, 'concept') === 'drawers';
      return isDrawers ? { old, by: { concept: 'base' }, ...(among ? { among } : {}) } : undefined;
    },
    /** «окно 120, низ на 90»; «низ на два с половиной метра» is the row. */
    lower_edge: (children) => {
      const len = children.find((child) => child['value'] !== undefined);
      return (millimetres(len, 'place') ?? MAX_BOTTOM) < MAX_BOTTOM ? { measure: 'bottom', len } : undefined;
    },
    of_fuel: (children) => {
      const [old, by] = children.filter((child) => child['fuel']);
      return old && by ? { old: { concept: 'cooker', ...old }, by: { concept: 'cooker', ...by } } : undefined;
    },
    /** «шкафчик-бутылочница», «тумба ящики» */
    apposed: ([carcass, unit]) => {
      // «тумба восемьдесят два ящика больших»
      const isPlain = /^(base|cabinet)$/.test(text(carcass, 'concept') ?? '') && carcass?.['width'] !== undefined;
      if (isPlain && unit?.['drawers'] !== undefined && unit['width'] === undefined)
        return { ...unit, ...formOf(carcass ?? EMPTY), width: carcass['width'] };
      const plain = conceptIn(carcass)?.carcass && carcass?.['width'] === undefined && carcass?.['count'] === undefined;
      const cases = [...(text(carcass, 'cases') ?? '')].filter((one) => text(unit, 'cases')?.includes(one));
      const other = unit && !conceptIn(unit)?.kind && !conceptIn(unit)?.carcass;
      return plain && other && cases.length > 0 ? unit : undefined;
    },
    /** «секция ящиков 600» */
    of_drawers: ([carcass, drawers]) => {
      const { width, tier } = carcass ?? EMPTY;
      const isPlain = /^(base|cabinet)$/.test(text(carcass, 'concept') ?? '') && tier !== 'wall' && width === undefined;
      return isPlain && text(drawers, 'concept') === 'drawers' && drawers?.['width'] === undefined
        ? { ...drawers, ...formOf(carcass ?? EMPTY) }
        : undefined;
    },
    /** «вместо духовки и варочной» */
    paired: ([a, , b]) => a && b && { ...a, with: [b] },
    in_corner: ([, unit]) =>
      flag(unit, 'corner') && !flag(unit, 'diagonal') && !conceptIn(unit)?.kind ? { at: 'corner' } : undefined,
    row: (children) => {
      const tier = children.find((child) => child['tier'] && !isThing(child));
      const thing = children.find(isThing);
      const plural = text(tier, 'tier') === 'base' ? /cabinet|base/ : /cabinet/;
      const plain = !thing || (plural.test(text(thing, 'concept') ?? '') && !thing['width'] && !thing['count']);
      if (!plain) return undefined;
      const up = children.some((child) => flag(child, 'toCeiling'));
      return {
        ...(up ? { toCeiling: true } : {}),
        ...(thing?.['height'] ? { height: thing['height'] } : {}),
        ...(tier ? { tier: tier['tier'] } : {}),
        ...formOf(tier ?? thing ?? EMPTY),
      };
    },
    /** «остальное внизу с дверками», «только ящики»: the units of the lower row that nothing else was said of. */
    all_doors: (children) =>
      children.some((child) => text(child, 'tier') === 'wall' || text(child, 'level') === 'wall')
        ? undefined
        : { tier: 'base', units: { concept: 'base' } },
    /** «одни ящики», «всё, кроме мойки, ящики» */
    all_drawers: (children) => {
      const units = children.findLast(isThing);
      return text(units, 'concept') === 'drawers' && units?.['width'] === undefined && !flag(units, 'refused')
        ? { tier: 'base', units: meaningOf(units ?? EMPTY) }
        : undefined;
    },
    /** «на пеналах» */
    tall_level: ([, units]) => (text(units, 'concept') === 'tall' ? { level: 'tall' } : undefined),
    /** «внизу и на пеналах» */
    levels: (children) => {
      const [a, b] = children.filter((child) => child['level']);
      return a?.['also'] || b?.['also'] ? undefined : { level: a?.['level'], also: b?.['level'] };
    },
    higher: (children) => {
      const [row = {}, last] = [children.find((child) => child['tier']), children.at(-1)];
      const height =
        last?.['measure'] === undefined ? last : text(last, 'measure') === 'height' ? part(last, 'len') : {};
      const mm = millimetres(height, 'width');
      return mm === undefined || row['height'] !== undefined ? undefined : { ...row, height: mm };
    },
    units: (children) => {
      const units = children.find(isThing);
      const level = text(children[0], 'level') ?? 'base';
      return units && { tier: level, units };
    },
    /** «остаток 165 разбейте на доборы по краям»: what is left is always closed so. */
    of_fillers: (children) => (text(children.find(isThing), 'concept') === 'filler' ? { of: 'other' } : undefined),
  };
}
