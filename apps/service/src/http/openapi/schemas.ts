import { APPLIANCES, FINISHES, FUELS, HANDLES, OBSTACLES, TIERS } from '#contracts/furniture';
import { HEALTH_PARTS } from './health-parts.js';
import {
  count,
  flag,
  list,
  number,
  object,
  oneOf,
  orNull,
  type Schema,
  schema,
  success,
  text,
  time,
} from './shapes.js';

/** What answers and webhooks are made of (spec.md, Resources; contract.md, HTTP beyond spec.md). Lengths are mm. */

const id = (prefix: string, description: string): Schema =>
  text(description, { pattern: `^${prefix}_[0-9a-f-]{32,36}$` });
const turnId = id('trn', 'Id of the turn');
const conversationId = id('cnv', 'Id of the conversation');
const eventId = id('evt', 'Id of the event; the same in every delivery of it: remove duplicates by it');
const externalId = orNull(text("The partner's lead id; null where none was given"));
const orderId = text('Name of the order');
const lastTurn = count('Number of the last ended turn, whether or not it changed the order');

const unit: Record<string, Schema> = {
  unit: orNull(count('Number of the unit on the drawings; null for worktops and what runs along a wall')),
  unit_name: orNull(text('Its name, in Russian')),
};
const tape = {
  anyOf: [object({ edge: text('Kind of edge tape'), thickness_mm: number('Thickness, mm') }), { type: 'null' }],
};
const byTier = (values: readonly string[]): Schema =>
  object({}, Object.fromEntries(TIERS.map((tier) => [tier, oneOf(values)])));

const conversation = object({
  id: conversationId,
  external_id: externalId,
  order_id: orderId,
  turn: count('Number of the latest turn; 0 for a new conversation'),
  running_turn: orNull(text('Id of the queued or running turn')),
  has_project: flag('Whether anything has been assembled yet'),
  expires_at: time('30 days after the last accepted request'),
});

const result = object(
  {
    status: schema('OutcomeStatus'),
    note: text('Reply to the customer, in Russian; the only thing to show to the customer'),
    applied: count('Nodes of the order that changed; 0: the order is untouched'),
    turn: count('Number of the turn within the conversation'),
    order_id: orderId,
    usage: schema('TurnUsage'),
  },
  {
    findings: list(schema('Finding'), 'What the checks found'),
    why: text('Reason in one Russian sentence; on unsuccessful turns only'),
  },
);

const turnError = object({ code: text('`internal`, `deadline`, …'), message: text('What happened, in English') });

const about = {
  at: time('When it happened'),
  turn_id: turnId,
  conversation_id: conversationId,
  external_id: externalId,
};
const outcomeEvent = (event: string, state: string, rest: Record<string, ReturnType<typeof schema>> = {}): Schema =>
  object({ id: eventId, event: oneOf([event]), ...about, state: oneOf([state]), ...rest });

export const SCHEMAS: Record<string, Schema> = {
  HealthParts: HEALTH_PARTS,
  Conversation: conversation,
  OutcomeStatus: oneOf(
    ['built', 'parsed', 'question', 'rejected', 'failed'],
    'built: assembled, the order changed. parsed: an attached drawing was read aloud, nothing is assembled. question: answered in words. rejected: against a production norm. failed: nothing usable was answered',
  ),
  QueuedTurn: object({
    id: turnId,
    state: oneOf(['queued', 'running', 'done', 'stopped', 'failed'], 'queued; as it stands now for a repeated key'),
  }),
  Turn: {
    description: 'A turn in one of its states. `status`, `result`, `error` are absent where they have nothing to say',
    oneOf: [schema('OpenTurn'), schema('DoneTurn'), schema('StoppedTurn'), schema('FailedTurn')],
  },
  OpenTurn: object({ id: turnId, state: oneOf(['queued', 'running']) }),
  DoneTurn: object({
    id: turnId,
    state: oneOf(['done']),
    status: schema('OutcomeStatus'),
    result: schema('TurnResult'),
  }),
  StoppedTurn: object({ id: turnId, state: oneOf(['stopped']) }),
  FailedTurn: object({ id: turnId, state: oneOf(['failed']), error: schema('TurnError') }),
  TurnResult: result,
  TurnUsage: object({
    model: text('Which model answered'),
    attempts: count('Attempts of the assistant'),
    prompt_tokens: count('Tokens read'),
    completion_tokens: count('Tokens written'),
    cost_usd: number('What the model cost, US dollars'),
    ms: count('Duration of the turn, ms'),
    coins: count('Coins that the turn costs'),
  }),
  TurnError: turnError,
  Finding: object(
    {
      code: text('Code of the rule'),
      severity: oneOf(['error', 'warning']),
      path: text('Place in the order document: `runs[A-base].nodes[n3]`'),
      msg: text('What is wrong, in Russian'),
    },
    { fixHint: text('What would be right, in Russian') },
  ),
  Usage: object({
    plan: text('Name of the plan; `none` without a subscription'),
    status: oneOf(['trial', 'active', 'past_due', 'canceled']),
    coins_left: { type: 'integer', description: 'Coins that new turns can reserve' },
    coins_used: count('Coins charged in this period'),
    coins_included: count('Coins included in the period'),
    extra_coins: count('Coins added and not yet charged'),
    period_end: time('End of the period'),
    cabinet: text('Where the furniture company tops up coins', { format: 'uri' }),
  }),
  Project: {
    ...object(
      {
        id: orderId,
        kind: oneOf(['kitchen']),
        ceiling: number('Height of the ceiling'),
        room: object({ walls: list(schema('Wall')) }),
        runs: list(schema('Run')),
        items: list(schema('Item'), 'Appliances'),
        obstacles: list(schema('Obstacle')),
        finish: object({}, { carcass: oneOf(FINISHES), facade: byTier(FINISHES), worktop: oneOf(FINISHES) }),
        handles: byTier(HANDLES),
        lighting: object({}, { under: flag('Lit below the wall cabinets') }),
      },
      {
        issued: object(
          {},
          { node: count('Highest number of a node'), item: count('… of an item'), obstacle: count('… of an obstacle') },
        ),
      },
    ),
    description: 'The order document. Of use to partners: `runs[].nodes[]`, in order of composition',
  },
  Wall: object({
    id: text('`A`, `B`, …, from left to right'),
    turn: oneOf(['start', 'right', 'left'], 'How it turns from the wall before: right is an inner corner'),
    length: number('Length'),
    ends: object({ left: oneOf(['wall', 'free']), right: oneOf(['wall', 'free']) }),
  }),
  Run: object({
    id: text('`A-base`'),
    wall: text('Id of the wall'),
    tier: oneOf(TIERS),
    countertop: flag('Has a worktop'),
    plinth: flag('Has a plinth'),
    nodes: list(schema('Node')),
  }),
  Node: object(
    {
      id: text('Lasts for the whole life of the node'),
      at: text("Left edge from the wall's left end, mm", { pattern: '^-?\\d+$' }),
      code: text('Module of the catalogue'),
      w: number('Width'),
    },
    {
      h: number('Height, where the module is made in several'),
      d: number("Depth, where it is not the module's own"),
      pinned: { type: 'boolean', enum: [true], description: 'Stays where it is' },
    },
  ),
  Item: object(
    { id: text('Id'), kind: oneOf(APPLIANCES), node: text('The node that it stands in') },
    { w: number("The appliance's own width"), fuel: oneOf(FUELS) },
  ),
  Obstacle: object(
    {
      id: text('Id'),
      kind: oneOf(OBSTACLES),
      wall: text('Id of the wall'),
      at: number("Left edge from the wall's left end"),
      width: number('Width'),
    },
    { bottom: number('Lower edge from the floor'), top: number('Upper edge'), depth: number('Depth') },
  ),
  Bom: object({
    sheets: list(
      object({
        material: text('Key of the material'),
        name: text('In Russian'),
        parts: count('Parts'),
        area_mm2: number('Area of all parts, mm²'),
      }),
      'Sheet goods by area',
    ),
    linear: list(
      object({
        key: text('Key of the goods'),
        name: text('In Russian'),
        parts: count('Cut pieces'),
        length_mm: number('Length of all pieces, mm'),
      }),
      'Profile, rod tube, lighting tape',
    ),
    edges: list(
      object({
        edge: text('Kind of edge tape'),
        name: text('In Russian'),
        length_mm: number('Length of all edges, mm'),
      }),
      'Edge tape by kind',
    ),
    pieces: list(
      object({ article: text('Article'), name: text('In Russian'), qty: count('Pieces') }),
      'Legs, runners, gas lifts',
    ),
  }),
  Part: object({
    mark: text('Written on the part: «3.2» is the second part of unit 3, «С1» the first worktop'),
    ...unit,
    name: text('In Russian'),
    material: text('Key of the material'),
    material_name: text('In Russian'),
    thickness_mm: number('Thickness, mm'),
    length_mm: number('Along the grain, mm'),
    width_mm: number('Across the grain, mm'),
    area_mm2: number('Of all of them, mm²'),
    edges: object({ L1: tape, L2: tape, W1: tape, W2: tape }, {}, { description: 'Edge tape by side; null: none' }),
    qty: count('Equal parts'),
  }),
  WorktopPart: object({
    mark: text('As in the list of parts'),
    wall: text('Id of the wall'),
    from_mm: number('Left end on the wall, mm'),
    length_mm: number('Length, mm'),
    width_mm: number('Depth, mm'),
    thickness_mm: number('Thickness, mm'),
    cutouts: list(
      object({
        kind: oneOf(
          ['sink', 'hob', 'riser', 'gas_pipe', 'radiator'],
          'Appliance that lies in it, or what passes there',
        ),
        name: text('In Russian'),
        unit: orNull(count('Number of the unit below; null: cut off for what passes there')),
        from_mm: number("From the part's left end, mm"),
        back_mm: number('From the edge at the wall, mm'),
        length_mm: number('Along the wall, mm'),
        width_mm: number('Away from the wall, mm'),
      }),
    ),
    joints: list(
      object({
        end: oneOf(['left', 'right']),
        kind: oneOf(['straight', 'corner']),
        with: text('Mark of the part that it is joined to'),
      }),
    ),
  }),
  LinearCut: object({
    key: text('Key of the goods'),
    name: text('In Russian'),
    ...unit,
    wall: orNull(text('Id of the wall that it runs along')),
    length_mm: number('Length, mm'),
    qty: count('Equal cuts'),
    joints_mm: list(number('From its left end, mm'), 'Where it is joined because no bar is so long'),
  }),
  Bar: object({
    key: text('Key of the goods'),
    name: text('In Russian'),
    stock_mm: number('Length of the bar, mm'),
    pieces: list(
      object({
        length_mm: number('Length, mm'),
        unit: orNull(count('Number of the unit')),
        wall: orNull(text('Id of the wall')),
      }),
    ),
    rest_mm: number('What is left of it, mm'),
  }),
  BoughtPiece: object({ article: text('Article'), name: text('In Russian'), ...unit, qty: count('Pieces') }),
  OrderParts: success({
    order_id: orderId,
    turn: lastTurn,
    parts: list(schema('Part')),
    worktops: list(schema('WorktopPart')),
    linear: list(schema('LinearCut'), 'Linear goods as they are cut'),
    bars: list(schema('Bar'), 'What each bar is cut into'),
    pieces: list(schema('BoughtPiece')),
  }),
  OrderBom: success({
    order_id: orderId,
    turn: lastTurn,
    bom: schema('Bom'),
  }),
  SignedLink: success({
    url: text('Needs no key', { format: 'uri' }),
    expires_at: time('End of the link'),
  }),
  Handoff: object({
    seat_id: count('Id of the workplace'),
    seat_title: text('Its title'),
    order_id: text('Name of the order at the workplace'),
    turn: lastTurn,
  }),
  OutcomeEvent: {
    description: 'An outcome, as in webhooks. Decide by `result.status`, not by the name of the event',
    oneOf: [schema('TurnCompleted'), schema('TurnStopped'), schema('TurnFailed')],
  },
  TurnCompleted: outcomeEvent('turn.completed', 'done', { result: schema('TurnResult') }),
  TurnStopped: outcomeEvent('turn.stopped', 'stopped'),
  TurnFailed: outcomeEvent('turn.failed', 'failed', { error: schema('TurnError') }),
  Ping: object({ id: eventId, event: oneOf(['ping']), at: time('When it was asked for') }),
};
