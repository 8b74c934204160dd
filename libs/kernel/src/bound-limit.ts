/**
 * A LIMIT whose number is bound to the statement. Of a bare parameter SQLite weighs the value in its plan, and so compiles the
 * statement anew whenever it is bound again, which takes as long as reading a short stream.
 */
export const BOUND_LIMIT = 'LIMIT CAST(? AS INTEGER)';
