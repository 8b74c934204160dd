import { type ArgumentMetadata, Inject, Injectable, type PipeTransform } from '@nestjs/common';
import { type ValidationError, type ValidatorOptions, validateSync } from 'class-validator';
import { addressProblem, WEBHOOK_SETTINGS, type WebhookSettings } from '#libs/webhooks';
import { fieldProblems, fieldsProblem } from '../problems.js';
import { CreateConversationDto } from './conversation.dto.js';
import { toInstance } from './rules.js';

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: false,
  validationError: { target: false, value: false },
};

/**
 * Bodies and query parameters by the rules of their classes; all that is wrong is told at once. Nest's own pipe walks a body
 * once more and waits for promises that none of our rules makes: of a request's time it took as much as the rules. Named
 * where a parameter is declared (a spec watches that): a pipe for all routes would make a promise of each other parameter.
 */
@Injectable()
export class InputValidation implements PipeTransform {
  constructor(@Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings) {}

  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    // A single parameter, and whatever a decorator of ours hands over, has no class with rules.
    if (!metatype || data !== undefined || (type !== 'body' && type !== 'query')) return value;
    const input: object = toInstance(metatype, value);
    const errors = [...validateSync(input, OPTIONS), ...this.addressErrors(input)];
    if (errors.length > 0) throw fieldsProblem(fieldProblems(errors));
    return input;
  }

  /** Which webhook addresses are allowed, the environment says: a decorator could not ask it. */
  private addressErrors(input: object): ValidationError[] {
    const address = input instanceof CreateConversationDto ? input.webhook_url : undefined;
    const problem = typeof address === 'string' ? addressProblem(address, this.settings) : undefined;
    return problem ? [{ property: 'webhook_url', constraints: { address: problem } }] : [];
  }
}
