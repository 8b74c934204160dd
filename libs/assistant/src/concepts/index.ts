import type { Mention } from '../meaning/meaning.js';
import { type Case, inflect } from '../rules/morphology.js';
import { CONCEPTS, type Concept, type ConceptTable, type Traits } from './concepts.js';

export { CONCEPTS, type Concept, type ConceptTable, conceptsOf } from './concepts.js';

export function conceptOf(key: string, concepts: ConceptTable = CONCEPTS): Concept {
  const concept = concepts[key];
  if (!concept) throw new Error(`no concept ${key}: see concepts/concepts.ts`);
  return concept;
}

/** Russian name of a concept: «мойка», «варочной панелью», «тумбы с ящиками». */
export const nameOf = (key: string, wanted: Case = 'n', plural = false, concepts: ConceptTable = CONCEPTS): string =>
  inflect(conceptOf(key, concepts).name, wanted, plural);

/** Catalogue code of the unit that is meant; undefined where the concept leaves it open. */
export function codeOf(mention: Mention, concepts: ConceptTable = CONCEPTS): string | undefined {
  const concept = conceptOf(mention.concept, concepts);
  const fits = ({ code: _, with: other, ...traits }: Traits & { readonly code: string }): boolean =>
    Object.entries(traits).every(([name, value]) =>
      Object.entries(mention).some(([n, v]) => n === name && v === value),
    ) &&
    (other === undefined || (mention.with ?? []).some((one) => one.concept === other));
  return concept.variants.find(fits)?.code ?? concept.code;
}
