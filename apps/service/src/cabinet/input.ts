import { IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { notFound } from '#libs/kernel';
import { PageQuery } from '../http/dto/query.dto.js';
import { IsAbsentOr, IsName } from '../http/dto/rules.js';

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const IS_DAY = { message: 'must be a day, as 2031-01-31' };

/** A span of days, UTC, both included. */
export class DaysQuery {
  @Matches(DAY, IS_DAY)
  from!: string;

  @Matches(DAY, IS_DAY)
  to!: string;
}

/** What is analysed. */
export class AnalysisQuery extends DaysQuery {
  @IsAbsentOr()
  @IsName()
  partner_id?: string;
}

/** A top-up. */
export class TopUpDto {
  @IsInt({ message: 'must be a whole number' })
  @Min(1, { message: 'must be at least 1' })
  @Max(1_000_000_000, { message: 'must be at most 1000000000' })
  coins!: number;

  @IsAbsentOr()
  @IsName()
  note?: string;
}

/** The title of a workplace. */
export class SeatDto {
  @IsName()
  title!: string;
}

const SEAT = /^[1-9]\d{0,8}$/;

export class CardsQuery extends PageQuery {
  @IsAbsentOr()
  @Matches(SEAT, { message: 'must be the number of a seat' })
  seat_id?: string;
}

const STATUSES = ['new', 'running', 'built', 'parsed', 'question', 'rejected', 'failed', 'stopped'] as const;

/** What conversations are searched by. */
export class ConversationsQuery extends PageQuery {
  @IsAbsentOr()
  @IsName()
  id?: string;

  @IsAbsentOr()
  @IsName()
  external_id?: string;

  @IsAbsentOr()
  @IsName()
  partner_id?: string;

  @IsAbsentOr()
  @IsIn(STATUSES, { message: `must be one of ${STATUSES.join(', ')}` })
  status?: (typeof STATUSES)[number];

  @IsAbsentOr()
  @Matches(DAY, IS_DAY)
  from?: string;

  @IsAbsentOr()
  @Matches(DAY, IS_DAY)
  to?: string;
}

const DELIVERY_STATES = ['scheduled', 'delivered', 'given_up', 'undeliverable'] as const;

/** What deliveries are searched by. */
export class DeliveriesQuery extends PageQuery {
  @IsAbsentOr()
  @IsIn(DELIVERY_STATES, { message: `must be one of ${DELIVERY_STATES.join(', ')}` })
  state?: (typeof DELIVERY_STATES)[number];

  @IsAbsentOr()
  @IsName()
  partner_id?: string;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const IS_TIME = { message: 'must be a time in UTC with milliseconds, as 2031-01-31T00:00:00.000Z' };

/** Deliveries to try again: those that were scheduled within a span. */
export class RedeliverDto {
  @Matches(TIME, IS_TIME)
  from!: string;

  @Matches(TIME, IS_TIME)
  to!: string;

  @IsAbsentOr()
  @IsName()
  partner_id?: string;
}

/** A new partner. */
export class PartnerDto {
  @IsName()
  name!: string;
}

/** Where a partner's outcomes go. */
export class WebhookDto {
  @IsString({ message: 'must be a string' })
  url!: string;
}

const TURN = /^(0|[1-9]\d{0,8})$/;
const IS_TURN = { message: 'must be the number of a turn; 0: before the first' };

/** Two turns to compare. */
export class DiffQuery {
  @Matches(TURN, IS_TURN)
  from!: string;

  @Matches(TURN, IS_TURN)
  to!: string;
}

/** The number in a path. @throws {Problem} `not_found` where it is none. */
export function turnNumber(text: string): number {
  if (!TURN.test(text)) throw notFound(`turn ${text.slice(0, 80)}`);
  return Number(text);
}

/** The number in a path; 0, which no seat has, where it is none. */
export function seatNumber(text: string): number {
  return SEAT.test(text) ? Number(text) : 0;
}
