import type { Mention } from '../meaning/meaning.js';
import { type Case, inflect } from '../rules/morphology.js';
import { CONCEPTS, type Concept, type ConceptTable, type Traits } from './concepts.js';

export { CONCEPTS, type Concept, type ConceptTable, conceptsOf, traitsOf } from './concepts.js';
export { DIAGONAL } from './outside.js';

/** The row of a concept; undefined for what is only pointed at («его», «в ней»). */
export const conceptOf = (key: string): Concept | undefined => TABLE[key];
const TABLE: ConceptTable = CONCEPTS;

/** Whether a thing may be so wide. */
export function mayMeasure(key: string, mm: number): boolean {
  const [min, max] = conceptOf(key)?.widths ?? [0, 0];
  return mm >= min && mm <= max;
}

/** Russian name of a concept: «мойка», «варочной панелью», «тумбы с ящиками»; «это» for what is only pointed at. */
export const nameOf = (key: string, wanted: Case = 'n'): string => {
  const concept = conceptOf(key);
  return concept ? inflect(concept.name, wanted) : 'это';
};

/** Catalogue code of the unit that is meant; undefined where the concept leaves it open. */
export function codeOf(mention: Mention): string | undefined {
  const concept = conceptOf(mention.concept);
  const fits = ({ code: _, with: other, ...traits }: Traits & { readonly code: string }): boolean =>
    Object.entries(traits).every(([name, value]) =>
      Object.entries(mention).some(([n, v]) => n === name && v === value),
    ) &&
    (other === undefined || (mention.with ?? []).some((one) => one.concept === other));
  return concept?.variants.find(fits)?.code ?? concept?.code;
}
