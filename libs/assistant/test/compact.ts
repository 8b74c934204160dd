import type {
  Colour,
  Meaning,
  Mention,
  ObstacleRef,
  ObstacleSaid,
  Place,
  Statement,
  WallRef,
} from '../src/meaning/meaning.js';

/**
 * A meaning in one line, for tables of examples: statements joined by `; `, what nothing explains behind `??`.
 *
 *     walls 3000; fridge free 600 @left; sink; -dishwasher; seq> fridge sink
 */
export function compact({ statements, words }: Meaning): string {
  const said = statements.map((one) => statement(one, statements));
  const left = words.filter(({ explained }) => explained === undefined).map(({ text }) => text);
  return [...said, ...(left.length > 0 ? [`?? ${left.join(' ')}`] : [])].join('; ');
}

const words = (...parts: readonly (string | number | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ');

const wall = (ref: WallRef): string => {
  if (typeof ref === 'string') return `wall=${ref}`;
  return 'length' in ref ? `wall=${ref.length}` : `wall${ref.without ? '-' : '+'}${ref.obstacle}`;
};
const colour = (one: Colour): string => `${one.finish}${one.nearest ? '~' : ''}`;

function mention(one: Mention): string {
  const { which } = one;
  return words(
    one.count !== undefined && `${one.count}×`,
    one.concept,
    one.width,
    one.height !== undefined && `h${one.height}`,
    one.depth !== undefined && `d${one.depth}`,
    one.fuel,
    one.builtIn === undefined ? undefined : one.builtIn ? 'built' : 'free',
    one.tall && 'tall',
    one.corner === undefined ? undefined : one.corner ? 'corner' : '!corner',
    one.diagonal && 'diagonal',
    one.drawers !== undefined && `${one.drawers}dr`,
    one.tier,
    one.colour && colour(one.colour),
    which &&
      `[${words(which.ordinal, which.hand, which.extreme && 'extreme', which.anaphor && 'that', which.all && 'all')}]`,
    one.with && `+${one.with.map(mention).join('+')}`,
  );
}

const ref = (of: Mention | ObstacleRef): string => ('obstacle' in of ? of.obstacle : mention(of));

function place(one: Place): string {
  switch (one.at) {
    case 'side':
      return `@${one.hand}${one.end ? '!' : ''}`;
    case 'start':
    case 'end':
      return `@${one.at}`;
    case 'wall':
      return `@${wall(one.wall)}`;
    case 'corner':
      return `@${one.near ? 'near-' : ''}corner${one.hand ? `=${one.hand}` : ''}`;
    case 'beside':
      return `@beside${one.hand ? `-${one.hand}` : ''}(${ref(one.of)}${one.gap ? ` ${one.gap}` : ''})`;
    case 'apart':
      return `@apart(${ref(one.of)}${one.gap ? ` ${one.gap}` : ''})`;
    case 'between':
      return `@between(${ref(one.a)},${ref(one.b)})`;
    case 'offset':
      return `@${one.mm}from-${one.from}`;
    case 'shift':
      return `@shift-${one.hand}${one.mm ?? ''}`;
    default:
      return `@${one.at}(${ref(one.of)}${one.gap ? ` ${one.gap}` : ''})`;
  }
}

const places = (all: readonly Place[]): string => all.map(place).join(' ');

const obstacle = (one: ObstacleSaid): string =>
  words(
    one.kind,
    one.width !== undefined && `w${one.width}`,
    one.height !== undefined && `h${one.height}`,
    one.depth !== undefined && `d${one.depth}`,
    one.bottom !== undefined && `b${one.bottom}`,
    one.top !== undefined && `t${one.top}`,
    places(one.places),
    one.free && 'free',
    one.to !== undefined && `..${one.to}`,
  );

const SIGNS = { want: '', refuse: '-', elsewhere: 'away ' };

function name(index: number, all: readonly Statement[]): string {
  const one = all[index];
  return one?.say === 'thing' ? one.thing.concept : '?';
}

function statement(one: Statement, all: readonly Statement[]): string {
  switch (one.say) {
    case 'shape':
      return words(one.not && 'not', one.shape);
    case 'walls':
      return words(
        `walls ${one.lengths.map((item) => `${item.mm}${item.wall ? `(${wall(item.wall)})` : ''}`).join(',')}`,
        one.product && 'product',
        one.approximate && '~',
        one.room && 'room',
      );
    case 'number':
      return words('number', one.value, one.unit);
    case 'ceiling':
      return `ceiling ${one.mm}`;
    case 'ends':
      return words('ends', one.left && `left=${one.left}`, one.right && `right=${one.right}`);
    case 'obstacle':
      return words(one.act === 'gone' && 'gone', obstacle(one.obstacle));
    case 'thing':
      return words(SIGNS[one.act] + mention(one.thing), places(one.places));
    case 'sequence':
      return `seq${{ left_to_right: '>', right_to_left: '<', listed: '' }[one.direction]} ${one.of.map((i) => name(i, all)).join(' ')}`;
    case 'place':
      return places(one.places);
    case 'row':
      return words(
        `${SIGNS[one.act]}row ${one.tier}`,
        one.only && 'only',
        one.height !== undefined && `h${one.height}`,
        one.toCeiling && 'ceiling',
        one.walls?.map(wall).join(),
        one.over && `over(${one.over.map(mention).join()})`,
        one.hand,
        one.units && `of(${mention(one.units)})`,
      );
    case 'colour':
      return `${one.not ? '!' : ''}${one.parts.join('+')}=${colour(one.colour)}`;
    case 'handles':
      return `${one.not ? '!' : ''}handles ${one.tiers === 'all' ? 'all' : one.tiers.join()}=${one.handle}`;
    case 'lighting':
      return `light ${one.on ? 'on' : 'off'}`;
    case 'usual':
    case 'anew':
      return one.say;
    case 'edit':
      return edit(one.edit);
    case 'undo':
      return `undo ${typeof one.what === 'string' ? one.what : 'turn' in one.what ? one.what.turn : 'steps' in one.what ? `-${one.what.steps}` : 'before' in one.what ? `before(${one.what.before.map(mention).join()})` : typeof one.what.aspect === 'string' ? one.what.aspect : `${one.what.cancels ? 'cancel ' : ''}${mention(one.what.aspect)}`}`;
    case 'answer':
      return `answer ${typeof one.answer === 'string' ? one.answer : one.answer.choice}`;
    case 'question':
      return words(`ask ${one.about}`, one.things.map(mention).join(', '), places(one.places));
    case 'talk':
      return `talk ${one.topic}`;
    case 'context':
      return `(${one.of})`;
    case 'outside':
      return `outside «${one.name}»`;
  }
}

function edit(one: Extract<Statement, { say: 'edit' }>['edit']): string {
  const list = (things: readonly Mention[]): string => things.map(mention).join(', ');
  switch (one.act) {
    case 'add':
    case 'remove':
    case 'move':
    case 'keep':
      return words(one.act, list(one.things), places(one.places));
    case 'swap':
      return `swap ${mention(one.a)} ~ ${mention(one.b)}`;
    case 'replace':
      return `replace ${mention(one.old)} > ${mention(one.by)}`;
    case 'resize':
      return words(
        'resize',
        list(one.things),
        one.by,
        one.mm,
        one.from !== undefined && `from ${one.from}`,
        one.to !== undefined && `to ${one.to}`,
      );
    case 'split':
      return `split ${mention(one.thing)} into ${list(one.into)}`;
    case 'likewise':
      return words('likewise', list(one.things));
    default:
      return one.act;
  }
}
