import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsString, Matches } from 'class-validator';
import { FINISHES, type Finish, VIEWS, type ViewName } from '#contracts/furniture';
import { IsAbsentOr } from './rules.js';

const ALLOWED_FINISHES = `must be one of ${FINISHES.join(', ')}`;
/** Entries of a page. */
const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;

/** Parameters of `GET …/render` (spec.md). */
export class RenderQuery {
  @ApiPropertyOptional({
    enum: ['svg', 'html', 'pdf', 'glb'],
    default: 'svg',
    description: 'svg: one drawing; html: a page with all views; pdf: the set of sheets; glb: the model, glTF 2.0',
  })
  @IsAbsentOr()
  @IsIn(['svg', 'html', 'pdf', 'glb', 'png'], { message: 'must be one of svg, html, pdf, glb' })
  format?: 'svg' | 'html' | 'pdf' | 'glb' | 'png';

  @ApiPropertyOptional({
    enum: VIEWS,
    default: 'front',
    description: 'Which drawing; of a page, the one that is shown first. pdf and glb have no view',
  })
  @IsAbsentOr()
  @IsIn(VIEWS, { message: `must be one of ${VIEWS.join(', ')}` })
  view?: ViewName;

  @ApiPropertyOptional({ enum: FINISHES, default: 'clear', description: 'Paint of the carcasses' })
  @IsAbsentOr()
  @IsIn(FINISHES, { message: ALLOWED_FINISHES })
  carcass?: Finish;

  @ApiPropertyOptional({ enum: FINISHES, default: 'clear', description: 'Paint of the fronts' })
  @IsAbsentOr()
  @IsIn(FINISHES, { message: ALLOWED_FINISHES })
  facade?: Finish;

  @ApiPropertyOptional({ enum: ['1'], description: 'A signed link instead of the picture: `url` and `expires_at`' })
  @IsAbsentOr()
  @IsIn(['1'], { message: 'must be 1' })
  link?: '1';
}

/** Parameters of `GET /v1/health`. */
export class HealthQuery {
  @ApiPropertyOptional({
    enum: ['1'],
    description:
      'With the parts of this node, for its operators: from the same machine, or with METRICS_TOKEN as bearer',
  })
  @IsAbsentOr()
  @IsIn(['1'], { message: 'must be 1' })
  verbose?: '1';
}

/** Parameters of `GET …/parts`. */
export class PartsQuery {
  @ApiPropertyOptional({
    enum: ['json', 'csv'],
    default: 'json',
    description: 'json: parts, worktops, linear goods, bars, bought pieces; csv: the list of parts alone',
  })
  @IsAbsentOr()
  @IsIn(['json', 'csv'], { message: 'must be one of json, csv' })
  format?: 'json' | 'csv';
}

/** Parameters of the lists. */
export class PageQuery {
  @ApiPropertyOptional({ type: String, description: 'Cursor: `next` of the page before' })
  @IsAbsentOr()
  @IsString()
  after?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE })
  @IsAbsentOr()
  @Matches(/^([1-9]|[1-9]\d|1\d\d|200)$/, { message: `must be a whole number from 1 to ${MAX_PAGE}` })
  limit?: string;
}

/** Parameters of `GET /v1/events`, whose cursor is an event's sequence. */
export class EventsQuery extends PageQuery {
  @Matches(/^\d{20}$/, { message: 'must be the `next` of a page of this list' })
  declare after?: string;
}

export function pageOf({ after, limit = String(DEFAULT_PAGE) }: PageQuery) {
  return { after, limit: Number(limit) };
}
