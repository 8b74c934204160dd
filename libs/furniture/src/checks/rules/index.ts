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
