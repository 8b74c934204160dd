import { FINISHES, type Finish } from '../order/order.js';
import { GLASS, lighten, OUTLINE, PAPER, PLINTH, tones } from './palette.js';

/** The finishes of a picture (spec.md, render): both `clear` by default, which is a line drawing. */
export interface Finishes {
  carcass?: Finish;
  facade?: Finish;
}

/** Walls, floor (4.3) and worktop, neutral beside every finish. */
const WALL = '#F1F0EC';
const FLOOR = '#E6E4DE';
const WORKTOP = '#C9C4BA';
/** A built-in machine: its frame, its handle; the glass of its window is dark in every finish (4.1). */
const MACHINE = '#3A3D40';
const STEEL = '#D5DADD';
/** What stands free: a refrigerator, a stove, a washing machine, a hood. */
const FREE = '#E9ECEE';
const DARK_GLASS = '#1E2225';

/** Painted surfaces of the isometric view: front, top and side tones of facade, carcass and worktop, filler, plinth. */
const SURFACES = ['f', 'ft', 'fs', 'ff', 'k', 'kt', 'ks', 'w', 'wt', 'ws', 'p'] as const;

type Roles = Readonly<Record<string, string>>;

function facadeRoles(finish: Finish): Roles {
  const t = tones(finish);
  const bare = finish === 'clear';
  const top = bare ? PAPER : WORKTOP;
  return {
    f: t.front,
    ft: t.top,
    fs: t.side,
    ff: t.filler,
    fl: t.line,
    fe: t.edge,
    fi: t.ink,
    g1: t.grain?.[0] ?? 'none',
    g2: t.grain?.[1] ?? 'none',
    w: top,
    wt: bare ? PAPER : lighten(top, 0.08),
    ws: bare ? '#F4F4F2' : lighten(top, -0.1),
    wall: bare ? PAPER : WALL,
    floor: bare ? PAPER : FLOOR,
    p: bare ? '#E2E2DF' : PLINTH,
    ab: bare ? PAPER : MACHINE,
    al: bare ? OUTLINE : STEEL,
  };
}

function carcassRoles(finish: Finish): Roles {
  const t = tones(finish);
  return { k: t.front, kt: t.top, ks: t.side, kf: t.filler, kl: t.line, ki: t.ink, ke: t.edge };
}

/** Rules that use a colour by its role: stroke weights and text of furniture.ru.md 4.2, units are mm. */
function rules(role: (name: string) => string): string {
  const ink = OUTLINE;
  return `
.dwg{font-family:Arial,"Liberation Sans","DejaVu Sans",sans-serif}
.dwg path,.dwg rect{stroke-linejoin:round}
.paper{fill:${PAPER}}
.room{fill:${role('wall')}}
.ground{fill:${role('floor')}}
.hard{fill:none;stroke:${ink};stroke-width:14}
.soft{fill:none;stroke:${ink};stroke-width:5;stroke-dasharray:120 60}
.axis{fill:none;stroke:#555;stroke-width:5;stroke-dasharray:160 40 20 40}
.k{fill:${role('k')};stroke:${ink};stroke-width:10}
.kf{fill:${role('kf')};stroke:${ink};stroke-width:5}
.ki{fill:${role('k')};stroke:${ink};stroke-width:5}
.f{fill:${role('f')};stroke:${role('fe')};stroke-width:5}
.ff{fill:${role('ff')};stroke:${role('fe')};stroke-width:5}
.w{fill:${role('w')};stroke:${ink};stroke-width:10}
.p{fill:${role('p')};stroke:${ink};stroke-width:5}
.glass{fill:${GLASS};fill-opacity:.85;stroke:${ink};stroke-width:5}
.glint{fill:none;stroke:#7FA3B3;stroke-width:5}
.o{fill:none;stroke:${role('fl')};stroke-width:3;stroke-dasharray:60 40}
.ok{fill:none;stroke:#2A2A2A;stroke-width:3;stroke-dasharray:60 40}
.lg{fill:none;stroke:#2A2A2A;stroke-width:4;stroke-dasharray:16 9}
.lk{fill:none;stroke:${role('kl')};stroke-width:4;stroke-dasharray:16 9}
.h{fill:${role('fl')};stroke:none}
.hg{fill:#2A2A2A;stroke:none}
.gola{fill:#C3C8CB;stroke:${ink};stroke-width:3}
.g1{fill:none;stroke:${role('g1')};stroke-width:4}
.g2{fill:none;stroke:${role('g2')};stroke-width:4}
.hid{fill:none;stroke:${role('kl')};stroke-width:3;stroke-dasharray:80 40}
.near{fill:none;stroke:#666;stroke-width:5}
.gapline{fill:none;stroke:#666;stroke-width:4;stroke-dasharray:40 25}
.jt{fill:none;stroke:${ink};stroke-width:12}
.cut{fill:#B4B2AB;stroke:#B4B2AB;stroke-width:2}
.hole{fill:${PAPER};stroke:${ink};stroke-width:5}
.wf{fill:${role('w')};stroke:none}
.we{fill:none;stroke:${ink};stroke-width:10}
.pu{fill:none;stroke:#555;stroke-width:4}
.hu{fill:none;stroke:${ink};stroke-width:5;stroke-dasharray:50 30}
.sl{fill:none;stroke:#777;stroke-width:4}
.sw{fill:none;stroke:#777;stroke-width:3;stroke-dasharray:30 20}
.dl{fill:none;stroke:${ink};stroke-width:8}
.bowl{fill:#D5DADD;stroke:${ink};stroke-width:4}
.gr{fill:none;stroke:${ink};stroke-width:7}
.numh{fill:${PAPER};stroke:${ink};stroke-width:4;stroke-dasharray:14 10}
.mk{fill:${ink};stroke:none}
.lead{fill:none;stroke:#333;stroke-width:3}
.s{fill:none;stroke:${ink};stroke-width:5}
.sd{fill:${MACHINE};stroke:${ink};stroke-width:5}
.sp{fill:${FREE};stroke:${ink};stroke-width:5}
.ab{fill:${role('ab')};stroke:${ink};stroke-width:5}
.ag{fill:${DARK_GLASS};stroke:${role('al')};stroke-width:4}
.agl{fill:none;stroke:#8B979E;stroke-width:5}
.ah{fill:${role('al')};stroke:none}
.al{fill:none;stroke:${role('al')};stroke-width:5}
.sk{fill:none;stroke:#F2F2F2;stroke-width:5}
.ob{fill:#EEF1F2;stroke:#44505A;stroke-width:6}
.oh{fill:none;stroke:#44505A;stroke-width:3}
.od{fill:none;stroke:#44505A;stroke-width:4;stroke-dasharray:30 20}
.oc{fill:none;stroke:${role('fl')};stroke-width:4;stroke-dasharray:30 20}
.d{fill:none;stroke:#333;stroke-width:4}
.tk{fill:none;stroke:#333;stroke-width:8}
.bf{fill:${role('f')}}
.bb{fill:${role('k')}}
.bff{fill:${role('ff')}}
.bkf{fill:${role('kf')}}
.bp{fill:${PAPER}}
.bg{fill:${GLASS};fill-opacity:.85}
.bs{fill:${FREE}}
.bo{fill:#EEF1F2}
.pane{fill:${GLASS};stroke:#44505A;stroke-width:4}
.num{fill:${PAPER};stroke:${ink};stroke-width:4}
.t{fill:${ink}}
.tm{fill:#555}
.tf{fill:${role('fi')}}
.tb{fill:${role('ki')}}
.tn{fill:${ink};font-weight:700}
.tw{fill:#FFF;font-weight:700}
.er{fill:none;stroke:#C62828;stroke-width:20}
.wa{fill:none;stroke:#E08A00;stroke-width:20}
.er-b{fill:#C62828}
.wa-b{fill:#9A5B00}
${SURFACES.map((name) => `.c-${name}{fill:${role(name)};stroke:${role(name)};stroke-width:2}`).join('\n')}
.c-wall{fill:${role('wall')}}
.c-fl{fill:${role('floor')}}
.c-o{fill:#DDE3E6}
.c-ot{fill:#EEF2F4}
.c-os{fill:#C5CDD2}
.i{stroke:#8A8A86;stroke-width:6}
.wl{fill:none;stroke:#8A8A86;stroke-width:6}
.is{stroke:${ink};stroke-width:3}
.io{stroke:${role('ke')};stroke-width:4}
.ie{fill:none;stroke:${ink};stroke-width:6;stroke-linecap:round}
.if{stroke:${role('fe')};stroke-width:5}
.ief{fill:none;stroke:${role('fe')};stroke-width:6;stroke-linecap:round}
.iek{fill:none;stroke:${role('ke')};stroke-width:6;stroke-linecap:round}
.foot{fill:none;stroke:#777;stroke-width:7;stroke-dasharray:50 30}
.bfloor{fill:#D3D9DD;stroke:none}
.bwall{fill:#B4BDC3;stroke:${ink};stroke-width:4}
.bar{fill:none;stroke:${ink};stroke-width:14;stroke-linejoin:round}
.tap{fill:none;stroke:${ink};stroke-width:34;stroke-linecap:round;stroke-linejoin:round}
.tapl{fill:none;stroke:#C9D0D4;stroke-width:22;stroke-linecap:round;stroke-linejoin:round}
.in{fill:none;stroke:${role('fl')};stroke-width:4}
.hh{fill:none;stroke:${role('fl')};stroke-width:10}
.hk{fill:none;stroke:#2A2A2A;stroke-width:10}
.markh{fill:${PAPER};stroke:#37474F;stroke-width:6;stroke-dasharray:16 10}
.mark{fill:#37474F;stroke:#FFF;stroke-width:6}
`
    .trim()
    .replace(/^\.(?!dwg)/gm, '.dwg .');
}

/** A style sheet with the colours written out: understood by every SVG reader, converters included. */
export function plainStyle({ carcass = 'clear', facade = 'clear' }: Finishes): string {
  const roles: Roles = { ...facadeRoles(facade), ...carcassRoles(carcass) };
  return rules((name) => roles[name] ?? 'none');
}

/** What is dark or coloured without any finish too, in lines alone: labels stand upon it. Paler ones for what lies behind. */
const LINES = `
.ag{fill:${PAPER};stroke:${OUTLINE};stroke-width:3}
.agl{fill:none;stroke:${OUTLINE};stroke-width:3}
.ab{fill:${PAPER};stroke:${OUTLINE};stroke-width:5}
.al{fill:none;stroke:${OUTLINE};stroke-width:3}
.ah{fill:${PAPER};stroke:${OUTLINE};stroke-width:3}
.sp{fill:${PAPER};stroke:${OUTLINE};stroke-width:5}
.sd{fill:${PAPER};stroke:${OUTLINE};stroke-width:5}
.glass{fill:${PAPER};stroke:${OUTLINE};stroke-width:5}
.glint{fill:none;stroke:${OUTLINE};stroke-width:3}
.ob{fill:${PAPER};stroke:${OUTLINE};stroke-width:5}
.oh{fill:none;stroke:${OUTLINE};stroke-width:3}
.bo{fill:${PAPER}}
.bg{fill:${PAPER}}
.bs{fill:${PAPER}}
.oc{fill:none;stroke:${OUTLINE};stroke-width:3.5;stroke-dasharray:40 20}
.od{fill:none;stroke:${OUTLINE};stroke-width:3.5;stroke-dasharray:40 20}
.w{fill:#E9E8E4;stroke:${OUTLINE};stroke-width:10}
.near{fill:none;stroke:#6B6E70;stroke-width:3.5}
`
  .trim()
  .replace(/^\./gm, '.dwg .');

/** A style sheet for lines in ink: no finishes, no dark glass. */
export const lineStyle = (): string => `${plainStyle({})}\n${LINES}`;

/** A style sheet whose colours follow `data-facade` and `data-carcass` of an element around the drawing. */
export function switchableStyle(): string {
  const declare = (roles: Roles) =>
    Object.entries(roles)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  const facades = FINISHES.map((f) => `[data-facade=${f}]{${declare(facadeRoles(f))}}`);
  const carcasses = FINISHES.map((f) => `[data-carcass=${f}]{${declare(carcassRoles(f))}}`);
  return [...facades, ...carcasses, rules((name) => `var(--${name})`)].join('\n');
}
