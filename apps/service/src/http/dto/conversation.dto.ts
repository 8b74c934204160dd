import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { Json } from '#libs/kernel';
import { IsAbsentOr, IsName, IsSmallJson, MAX_NAME, NOT_BLANK } from './rules.js';

/** Body of `POST /v1/conversations` (spec.md); every field is optional. */
@ApiSchema({ name: 'NewConversation' })
export class CreateConversationDto {
  @ApiPropertyOptional({
    type: String,
    description: 'Lead id; the same value returns the same conversation',
    maxLength: MAX_NAME,
    pattern: NOT_BLANK,
  })
  @IsAbsentOr()
  @IsName()
  external_id?: string;

  @ApiPropertyOptional({
    type: String,
    description: 'Order name; `lead-<external_id>` by default',
    maxLength: MAX_NAME,
    pattern: NOT_BLANK,
  })
  @IsAbsentOr()
  @IsName()
  order_id?: string;

  @ApiPropertyOptional({
    type: String,
    description: 'Where outcomes are sent; the partner-wide address by default',
    maxLength: 2048,
  })
  @IsAbsentOr()
  @IsString({ message: 'must be a string' })
  webhook_url?: string;

  @ApiPropertyOptional({
    description: 'Any JSON up to 16 KiB; stored, never read',
    oneOf: [{}],
  })
  @IsAbsentOr()
  @IsSmallJson()
  meta?: Json;
}

/** Body of `POST /v1/conversations/{id}/handoff`. */
@ApiSchema({ name: 'NewHandoff' })
export class HandoffDto {
  @ApiProperty({
    type: String,
    description: "A workplace's id, or its title from the company's cabinet",
    maxLength: MAX_NAME,
    pattern: NOT_BLANK,
  })
  @IsName()
  seat!: string;

  @ApiPropertyOptional({
    type: String,
    description: 'Name under which the order lands at the workplace',
    maxLength: MAX_NAME,
    pattern: NOT_BLANK,
  })
  @IsAbsentOr()
  @IsName()
  order_id?: string;
}
