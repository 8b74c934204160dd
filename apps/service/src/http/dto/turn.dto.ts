import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsString } from 'class-validator';
import type { ImageMime } from '#libs/conversations';
import { EachIs, IsAbsentOr, IsWords, MAX_TEXT, NOT_BLANK } from './rules.js';

export const IMAGE_MIMES: readonly ImageMime[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
/** spec.md, Limits. */
export const MAX_IMAGES = 2;

@ApiSchema({ name: 'Image' })
export class ImageDto {
  @ApiProperty({ enum: IMAGE_MIMES })
  @IsIn(IMAGE_MIMES, { message: `must be one of ${IMAGE_MIMES.join(', ')}` })
  mime!: ImageMime;

  @ApiProperty({ type: String, description: 'The picture in base64, at most 5 MB' })
  @IsString()
  b64!: string;

  @ApiPropertyOptional({ type: String, description: 'Accepted and not used' })
  @IsAbsentOr()
  @IsString()
  name?: string;
}

/** Body of `POST /v1/conversations/{id}/turns` (spec.md). */
@ApiSchema({ name: 'NewTurn' })
export class CreateTurnDto {
  @ApiProperty({
    type: String,
    description: "The customer's words as they are, in Russian",
    minLength: 1,
    pattern: NOT_BLANK,
    maxLength: MAX_TEXT,
  })
  @IsWords()
  text!: string;

  @ApiPropertyOptional({ type: [ImageDto], maxItems: MAX_IMAGES })
  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(MAX_IMAGES, { message: `must hold at most ${MAX_IMAGES} pictures` })
  @EachIs(ImageDto)
  images?: ImageDto[];
}
