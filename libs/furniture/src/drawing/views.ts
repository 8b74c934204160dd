/** The views of an order, in the order of the page's buttons. */
export const VIEWS = ['front', 'iso', 'plan'] as const;
export type ViewName = (typeof VIEWS)[number];
