/** Distances that the layout aims for, mm, each with its section of furniture.ru.md. The checks decide; these steer the search away from findings. */
export const AIM = {
  /** Worktop beside a hob: one side, the other (2, HOB-LAND). */
  hobLanding: [381, 305],
  /** The least that is worktop beside a hob rather than a strip. */
  hobShort: 300,
  /** Hob to a side wall or tall unit: error below, warning below (2, HOB-TALL). */
  hobTall: [100, 150],
  /** Hob to sink; gas hob to fridge: error below (gas), warning below (2, HOB-SINK, HOB-FRIDGE). */
  hobSink: [300, 500],
  /** Worktop beside a sink: one side, the other (2, SINK-LAND). */
  sinkLanding: [610, 457],
  /** Worktop beside a fridge (2, FR-LAND). */
  fridgeLanding: 381,
  /** Dishwasher to sink (2, DW-SINK). */
  dishwasherSink: 914,
  /** Dishwasher to the front of the row around the corner (2, DW-CORNER). */
  dishwasherCorner: 530,
  /** Gas hob to a window (2, HOB-WINDOW). */
  gasWindow: 500,
  /** The middle of a unit to the middle of its wall, where that was asked for. */
  centre: 200,
} as const;

/** Fillers at a side wall, mm: drawers and a built-in fridge, doors (2, GEO-WALLFILL); beside a tall unit (3.2, 6); as wide as a unit would be missed. */
export const FILLER = { drawers: 50, door: 20, tall: 20, min: 16, max: 150, panel: 16, wide: 100 } as const;

/** Penalty points of the search: what the checks would refuse, what misses the place that was asked for, what they would warn of, what is merely less convenient. */
export const POINTS = { error: 10_000, placement: 600, warning: 50, awkward: 12 } as const;

/** Points of what is impossible. A constant of its own: in a context like that of a spec every look-up of `Number` costs 200 ns. */
export const NEVER = Number.POSITIVE_INFINITY;

/** Aisle between the worktops of parallel rows, mm (2, ERG-AISLE). */
export const MIN_AISLE = 1000;

/** Widths and gaps of a row are multiples of this, mm; fillers and corner units excepted. */
export const STEP = 50;
