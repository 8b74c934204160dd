import type { ValidationError } from 'class-validator';
import { Problem } from '#libs/kernel';

/** One offending field: `images[0].mime` and what would be right. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** 400 `invalid_request` that lists every offending field by path. */
export function fieldsProblem(fields: readonly FieldProblem[]): Problem {
  const [first] = fields;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more, see details)` : '';
  const message = first ? `${first.path} ${first.message}${more}` : 'the request is malformed';
  return new Problem('invalid_request', message, { fields: fields.map(({ path, message }) => ({ path, message })) });
}

/** class-validator's tree of errors, flattened to paths. */
export function fieldProblems(errors: readonly ValidationError[], parent = ''): FieldProblem[] {
  return errors.flatMap((error) => {
    const path = join(parent, error.property);
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
      path,
      message: worded(rule, message, error.property),
    }));
    return [...own.slice(0, 1), ...fieldProblems(error.children ?? [], path)];
  });
}

function join(parent: string, property: string): string {
  const name = property.slice(0, 100);
  if (parent === '') return name;
  return /^\d+$/.test(name) ? `${parent}[${name}]` : `${parent}.${name}`;
}

/** The library begins its messages with the property's name, which the path already says. */
function worded(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not a field of this request';
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
