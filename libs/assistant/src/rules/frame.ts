/**
 * A feature structure: what a phrase says, as named values. Phrases combine by unification: the features of both, unless
 * they contradict each other.
 */
export type Value = string | number | boolean | Frame | readonly Frame[];
export interface Frame {
  readonly [feature: string]: Value | undefined;
}

export const EMPTY: Frame = {};

/** How a phrase is inflected: of its first inflected child. */
export const formOf = ({ cases, gender }: Frame): Frame =>
  cases === undefined ? EMPTY : gender === undefined ? { cases } : { cases, gender };

/** What a phrase says, not how it is inflected. */
export const meaningOf = (frame: Frame): Frame => {
  if (frame.cases === undefined && frame.gender === undefined) return frame;
  const { cases, gender, ...said } = frame;
  return said;
};

const isList = (value: Value | undefined): value is readonly Frame[] => Array.isArray(value);

/** The features of both; undefined where they contradict each other. Lists are joined. */
export function unify(a: Frame, b: Frame): Frame | undefined {
  if (a === EMPTY) return b;
  if (b === EMPTY) return a;
  const out: Record<string, Value | undefined> = { ...a };
  for (const [feature, value] of Object.entries(b)) {
    const own = out[feature];
    if (own === undefined) out[feature] = value;
    else if (isList(own) && isList(value)) out[feature] = [...own, ...value];
    else if (own !== value) return undefined;
  }
  return out;
}

export const text = (frame: Frame | undefined, feature: string): string | undefined => {
  const value = frame?.[feature];
  return typeof value === 'string' ? value : undefined;
};

export const number = (frame: Frame | undefined, feature: string): number | undefined => {
  const value = frame?.[feature];
  return typeof value === 'number' ? value : undefined;
};

/** A number that one of the children has. */
export const firstOf = (children: readonly Frame[], feature: string): number | undefined =>
  children.map((child) => number(child, feature)).find((value) => value !== undefined);

export const flag = (frame: Frame | undefined, feature: string): boolean | undefined => {
  const value = frame?.[feature];
  return typeof value === 'boolean' ? value : undefined;
};

export const part = (frame: Frame | undefined, feature: string): Frame | undefined => {
  const value = frame?.[feature];
  return typeof value === 'object' && !isList(value) ? value : undefined;
};

export const parts = (frame: Frame | undefined, feature: string): readonly Frame[] => {
  const value = frame?.[feature];
  return isList(value) ? value : [];
};

/** The names in a text: `OneOf<'left right'>` is `'left' | 'right'`. */
export type OneOf<Names extends string> = Names extends `${infer First} ${infer Rest}` ? First | OneOf<Rest> : Names;

/** The value of a feature if it is one of these, a list or a text of names. */
export function oneOf<const Names extends string>(
  names: Names | readonly Names[],
  frame: Frame | undefined,
  feature: string,
): OneOf<Names> | undefined {
  const value = text(frame, feature);
  const isName = (one: string | undefined): one is OneOf<Names> =>
    (typeof names === 'string' ? names.split(' ') : names).some((name) => name === one);
  return isName(value) ? value : undefined;
}
