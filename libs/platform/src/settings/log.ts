import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { printable } from '#libs/kernel';
import type { LogLevel } from './environment.js';

export type Log = Logger;

/** Structured JSON on stdout; on a terminal, where a person reads, one short line each on stderr. */
export function createLog(level: LogLevel, terminal: boolean): Log {
  return terminal
    ? pino({ level, base: null }, terminalStream())
    : pino({ level, timestamp: pino.stdTimeFunctions.isoTime });
}

/** Nest speaks through the same log; its start-up chatter is detail. */
export function nestLogger(log: Log): LoggerService {
  const say =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) =>
      log[level]({ context: rest.at(-1) }, String(message));
  return {
    log: say('debug'),
    verbose: say('debug'),
    debug: say('debug'),
    warn: say('warn'),
    error: say('error'),
    fatal: say('fatal'),
  };
}

function terminalStream() {
  return {
    write(line: string) {
      const { level, time: _, msg, err, ...facts } = JSON.parse(line);
      const name = pino.levels.labels[level] ?? level;
      const more = Object.keys(facts).length > 0 ? ` ${JSON.stringify(facts)}` : '';
      process.stderr.write(printable(`${name}: ${msg}${more}${err?.stack ? `\n${err.stack}` : ''}\n`));
    },
  };
}
