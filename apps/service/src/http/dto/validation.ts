import { Inject, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import { addressProblem, WEBHOOK_SETTINGS, type WebhookSettings } from '#libs/webhooks';
import { fieldProblems, fieldsProblem } from '../problems.js';
import { CreateConversationDto } from './conversation.dto.js';
import { toInstance } from './rules.js';

/** Bodies and query parameters by the rules of their classes; all that is wrong is told at once. */
@Injectable()
export class InputValidation extends ValidationPipe {
  constructor(@Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings) {
    super({
      transform: true,
      transformerPackage: { plainToInstance: toInstance, classToPlain: () => ({}) },
      whitelist: true,
      forbidNonWhitelisted: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => fieldsProblem(fieldProblems(errors)),
    });
  }

  /** Which webhook addresses are allowed, the environment says: a decorator could not ask it. */
  protected override async validate(object: object, options?: ValidatorOptions): Promise<ValidationError[]> {
    const errors = await super.validate(object, options);
    const address = object instanceof CreateConversationDto ? object.webhook_url : undefined;
    const problem = typeof address === 'string' ? addressProblem(address, this.settings) : undefined;
    return problem ? [...errors, { property: 'webhook_url', constraints: { address: problem } }] : errors;
  }
}
