import { APPLIANCE } from './appliances.js';
import { PLACING } from './placing.js';
import { ROOM } from './room.js';

/** The table of checks (furniture.ru.md 2): severities, bounds, sources and words of every row. */
export const RULES = { ...PLACING, ...APPLIANCE, ...ROOM };
export type RuleCode = keyof typeof RULES;

/**
 * Rules that an order document has no data for, with the reason: they stay in the table for whoever has the data
 * (a planner who sees the room, the workshop that chooses the model) and never appear in `check`.
 */
export const UNSEEN: Partial<Record<RuleCode, string>> = {
  'COR-HINGE': 'an order holds no hinge side; `blindSide` in geometry/corners.ts puts the hinges on the far side',
  'HOB-BACK': 'the depth of the cutout is the model’s, an order holds widths only',
  'FR-VENT': 'ventilation openings are drilled on site, the catalogue’s unit always has them',
};

/** Rules that are checked in part, with what an order has no data for. */
export const PARTLY_SEEN: Partial<Record<RuleCode, string>> = {
  'ERG-WALK': 'what stands in the room: the wall opposite is judged where the order holds it and it is bare',
  'GAS-ROOM': 'volume of the room and number of burners: ceiling and what is opposite, a row or a wall, are judged',
  'OBS-GASDIST': 'whether a boiler stands or hangs follows from its bottom edge; a stove’s gas from its fuel',
  'OBS-GASPIPE': 'a removable panel: only units without a back count as access',
  'OBS-SWING': 'on which side a room’s door hangs: only what it would meet from either side is named',
  'OBS-WATER': 'supply and drain are one kind of obstacle: the drain’s 350 mm is not judged',
  'HOB-TOP': 'the worktop’s thickness is the catalogue’s (38), no order names another',
  'HOB-SIDEWALL': 'the wall row hangs at 1420 in every order: the rule waits for other heights',
  'HGT-GAP': 'as HOB-SIDEWALL',
  'SINK-BASE': 'the bowl’s width, where the customer named it',
  'HOB-LAND': 'the room’s area: the walls’ extent stands in, unknown for a straight kitchen',
  'SINK-LAND': 'as HOB-LAND',
  'ERG-AISLE': 'how many cook: 1219 mm for two is not judged',
  'PRD-FLAT': 'film or enamel: film is assumed, a warning',
  'PRD-SHEET': 'worktops of 4100 are made on request: 3000 is assumed',
};
