import {
  MongoAPIError,
  MongoCompatibilityError,
  MongoInvalidArgumentError,
  MongoParseError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';

const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;

/**
 * The reason in one line. What the driver says of a connection string may repeat it, password and all, so of those
 * errors only the kind is told.
 */
export function refusal(error: unknown, hosts: readonly string[] = []): string {
  const where = hosts.length === 0 ? 'MongoDB' : `MongoDB at ${hosts.join(', ')}`;
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof MongoCompatibilityError)) {
    return `${where} is of a version that cannot be used: MongoDB 4.4 or newer is needed`;
  }
  if (causes.some((cause) => codeOf(cause) === AUTHENTICATION_FAILED)) {
    return `${where} refuses the user name or password of the connection string`;
  }
  if (causes.some((cause) => codeOf(cause) === UNAUTHORIZED)) {
    return `${where} does not let this user into the database of the connection string`;
  }
  const isUrl = error instanceof MongoParseError || error instanceof MongoInvalidArgumentError;
  if (
    hosts.length === 0 ||
    isUrl ||
    (error instanceof MongoAPIError && !(error instanceof MongoServerSelectionError))
  ) {
    return 'the connection string cannot be read: expected mongodb://[user:password@]host:27017/[name], special characters of the password percent-encoded';
  }
  return `${where} does not answer: ${reasonOf(causes)}`;
}

/** The error, what it was caused by, and what was wrong with each server that was tried. */
function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  const visit = (cause: unknown): void => {
    if (!(cause instanceof Error) || found.includes(cause)) return;
    found.push(cause);
    visit(cause.cause);
    if (cause instanceof MongoServerSelectionError) {
      for (const { error: failed } of cause.reason?.servers.values() ?? []) visit(failed);
    }
  };
  visit(error);
  return found;
}

function codeOf(error: Error): unknown {
  return error instanceof MongoServerError ? error.code : undefined;
}

/** The deepest cause is what happened; those above it say where. */
function reasonOf(causes: readonly Error[]): string {
  const deepest = causes.at(-1);
  return (deepest?.message || deepest?.name || 'nobody knows why').split('\n')[0]?.slice(0, 200) ?? '';
}
