import { registerDecorator, ValidateIf, type ValidationArguments } from 'class-validator';

/** contract.md: `external_id`, `order_id`, `Idempotency-Key`, `seat` are 1 to 200 characters, not blank. */
export const MAX_NAME = 200;
/** contract.md: `meta` is at most 16 KiB of JSON. */
export const MAX_META_BYTES = 16 * 1024;
/** contract.md: `text` is 1 to 4,000 characters after trimming. */
export const MAX_TEXT = 4_000;

/** @param problem one English clause on what is wrong with the value; undefined where it is right. */
function rule(name: string, problem: (value: unknown) => string | undefined): () => PropertyDecorator {
  return () => (target, property) => {
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => problem(value) === undefined,
        defaultMessage: ({ value }: ValidationArguments) => problem(value) ?? '',
      },
    });
  };
}

/** class-validator's IsOptional takes `null` for absent; here it is a value of the wrong type. */
export function IsAbsentOr(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

export const IsName = rule('isName', nameProblem);

export function nameProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.trim() === '') return 'must not be blank';
  return lengthOf(value) > MAX_NAME ? `must be at most ${MAX_NAME} characters` : undefined;
}

export const IsWords = rule('isWords', (value) => {
  if (typeof value !== 'string') return 'must be a string';
  const length = lengthOf(value.trim());
  if (length === 0) return 'must not be blank';
  return length > MAX_TEXT ? `must be at most ${MAX_TEXT} characters` : undefined;
});

export const IsSmallJson = rule('isSmallJson', (value) =>
  Buffer.byteLength(JSON.stringify(value)) > MAX_META_BYTES
    ? `must be at most ${MAX_META_BYTES} bytes of JSON`
    : undefined,
);

/** Characters as people count them: code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
