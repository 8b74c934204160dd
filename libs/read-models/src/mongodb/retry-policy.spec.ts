import { MongoClientClosedError, MongoNetworkError, MongoServerError } from 'mongodb';
import { ReadModelsUnavailable } from '../errors.js';
import { isTransient, withRetries } from './retry-policy.js';

/** As node gives it to the driver, and the driver to us: no error of the driver's own. */
const socketError = (code: string) =>
  Object.assign(new Error('This socket has been ended by the other party'), { code });

describe('an error of the way to MongoDB', () => {
  it.each([
    ['of the driver', new MongoNetworkError('connection 3 to 127.0.0.1:27017 closed'), true],
    ['of the socket, which the other side ended during a write', socketError('EPIPE'), true],
    ['of a socket that was reset', socketError('ECONNRESET'), true],
    ['of a server that steps down', new MongoServerError({ code: 189, message: 'stepped down' }), true],
    ['of a client that was closed', new MongoClientClosedError(), false],
    ['of our own code', new TypeError('x is not a function'), false],
    ['of another file', socketError('ENOENT'), false],
  ])('%s: whether it is tried again', (_, error, transient) => {
    expect(isTransient(error)).toBe(transient);
  });

  it('is met by another try', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries === 1) throw socketError('EPIPE');
      return 'answer';
    };
    expect(await withRetries(work)).toBe('answer');
    expect(tries).toBe(2);
  });

  it('is told as it is where no try can help', async () => {
    await expect(withRetries(() => Promise.reject(new TypeError('no')))).rejects.toBeInstanceOf(TypeError);
    await expect(withRetries(() => Promise.reject(new MongoClientClosedError()))).rejects.toBeInstanceOf(
      ReadModelsUnavailable,
    );
  });
});
