import type { Type } from '@nestjs/common';
import { registerDecorator, ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';

/** contract.md: `external_id`, `order_id`, `Idempotency-Key`, `seat` are 1 to 200 characters, not blank. */
export const MAX_NAME = 200;
/** What is not blank, for the API's document. */
export const NOT_BLANK = '\\S';
/** contract.md: `meta` is at most 16 KiB of JSON. */
export const MAX_META_BYTES = 16 * 1024;
export const META_TOO_LARGE = `must be at most ${MAX_META_BYTES} bytes of JSON`;
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

type Members = ReadonlyMap<string, Type<object>>;
const MEMBERS = Symbol('classes of array members');

/** An array field whose objects are validated as instances of the class. */
export function EachIs(member: Type<object>): PropertyDecorator {
  return (target, property) => {
    const known: Members = Reflect.getMetadata(MEMBERS, target.constructor) ?? new Map();
    Reflect.defineMetadata(MEMBERS, new Map(known).set(String(property), member), target.constructor);
    ValidateNested({ each: true, message: 'must be an object' })(target, property);
  };
}

/**
 * An instance of a body's class with the values as they came. class-transformer would copy them to their depth, in a time
 * that grows with the square of an object's keys.
 */
export function toInstance<Dto>(type: Type<Dto>, plain: unknown): Dto {
  const instance = new type();
  if (!isObject(instance) || !isObject(plain)) return instance;
  Object.assign(instance, plain);
  const members: Members = Reflect.getMetadata(MEMBERS, type) ?? new Map();
  for (const [field, member] of members) {
    const value: unknown = Reflect.get(instance, field);
    if (!Array.isArray(value)) continue;
    const instances = value.map((one: unknown) => (isObject(one) ? toInstance(member, one) : one));
    Reflect.set(instance, field, instances);
  }
  return instance;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const IsName = rule('isName', nameProblem);

export function nameProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.trim() === '') return 'must not be blank';
  return isLonger(value, MAX_NAME) ? `must be at most ${MAX_NAME} characters` : undefined;
}

export const IsWords = rule('isWords', (value) => {
  if (typeof value !== 'string') return 'must be a string';
  const words = value.trim();
  if (words === '') return 'must not be blank';
  return isLonger(words, MAX_TEXT) ? `must be at most ${MAX_TEXT} characters` : undefined;
});

/** What is stored: a number may be longer than it was written. The bytes that came in are counted by the JSON reader. */
export const IsSmallJson = rule('isSmallJson', (value) =>
  Buffer.byteLength(JSON.stringify(value)) > MAX_META_BYTES ? META_TOO_LARGE : undefined,
);

/** Characters as people count them: code points, of which a string's length holds one or two each. */
function isLonger(text: string, max: number): boolean {
  return text.length > 2 * max || (text.length > max && [...text].length > max);
}
