import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  IssueApiKey,
  ListPartners,
  type PartnerState,
  Partners,
  RegisterPartner,
  RevokeApiKey,
  RotateWebhookSecret,
  UpdatePartner,
} from '#libs/companies';
import type { CommandContext } from '#libs/event-store';
import { notFound, Problem } from '#libs/kernel';
import { SendPing } from '#libs/webhooks';
import { InputValidation } from '../http/dto/validation.js';
import { ReadYourWrites } from '../http/read-your-writes.js';
import { CabinetController, Context, Roles, Session } from './guard.js';
import { PartnerDto, WebhookDto } from './input.js';

/** Who calls the API for the company: keys, the address that outcomes go to, a ping to it. */
@CabinetController('partners')
export class PartnersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly partners: Partners,
    private readonly writes: ReadYourWrites,
  ) {}

  @Get()
  @Roles(['owner', 'auditor'])
  async list(@Session() { company_id }: Session) {
    const partners = await this.queries.execute(new ListPartners(company_id));
    const shown = partners.map(({ keys, ...partner }) => ({
      ...partner,
      keys: keys.map((key) => ({ ...key, revoked: key.revoked_at !== null })),
    }));
    return { ok: true, partners: shown };
  }

  /** Key and secret are shown this once. */
  @Post()
  @Roles(['owner'])
  async register(
    @Body(InputValidation) { name }: PartnerDto,
    @Session() { company_id }: Session,
    @Context() context: CommandContext,
  ) {
    const { position, ...made } = await this.commands.execute(new RegisterPartner({ company_id, name }, context));
    await this.writes.visible(position);
    return { ok: true, ...made };
  }

  /** The key is shown this once. */
  @Post(':id/keys')
  @Roles(['owner'])
  async issueKey(@Param('id') id: string, @Session() session: Session, @Context() context: CommandContext) {
    await this.own(id, session);
    const { position, ...issued } = await this.commands.execute(new IssueApiKey(id, context));
    await this.writes.visible(position);
    return { ok: true, ...issued };
  }

  @Delete(':id/keys/:key')
  @HttpCode(204)
  @Roles(['owner'])
  async revokeKey(
    @Param('id') id: string,
    @Param('key') key: string,
    @Session() session: Session,
    @Context() context: CommandContext,
  ) {
    const { keys } = await this.own(id, session);
    if (!keys.some(({ key_id }) => key_id === key)) throw notFound(`key ${key.slice(0, 80)}`);
    const { position } = await this.commands.execute(new RevokeApiKey(key, context));
    await this.writes.visible(position);
  }

  /** An empty address takes it away. */
  @Put(':id/webhook')
  @Roles(['owner'])
  async setWebhook(
    @Param('id') id: string,
    @Body(InputValidation) { url: webhook_url }: WebhookDto,
    @Session() session: Session,
    @Context() context: CommandContext,
  ) {
    await this.own(id, session);
    const { position } = await this.commands.execute(new UpdatePartner({ partner_id: id, webhook_url }, context));
    await this.writes.visible(position);
    return { ok: true, partner_id: id, webhook_url: (await this.own(id, session)).webhook_url ?? null };
  }

  /** The secret is shown this once; until `previous_until` the one that it replaces signs too. */
  @Post(':id/secret')
  @Roles(['owner'])
  async rotateSecret(@Param('id') id: string, @Session() session: Session, @Context() context: CommandContext) {
    await this.own(id, session);
    const { position, ...rotated } = await this.commands.execute(new RotateWebhookSecret(id, context));
    await this.writes.visible(position);
    return { ok: true, ...rotated };
  }

  @Post(':id/ping')
  @HttpCode(202)
  @Roles(['owner'])
  async ping(@Param('id') partner_id: string, @Session() session: Session, @Context() context: CommandContext) {
    const { webhook_url: address } = await this.own(partner_id, session);
    if (address === undefined) throw new Problem('invalid_request', 'the partner has no webhook address');
    const { company_id } = session;
    const sent = await this.commands.execute(new SendPing({ partner_id, company_id, address }, context));
    await this.writes.visible(sent.position);
    return { ok: true, event_id: sent.event_id };
  }

  /** @throws {Problem} `not_found`, also for another company's. */
  private async own(partnerId: string, { company_id }: Session): Promise<PartnerState> {
    const partner = await this.partners.find(partnerId);
    if (partner?.company_id !== company_id) throw notFound(`partner ${partnerId.slice(0, 80)}`);
    return partner;
  }
}
