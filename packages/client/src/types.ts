import type { components, operations } from './schema.js';

type Schemas = components['schemas'];
export type Bom = Schemas['Bom'];
export type Conversation = Schemas['Conversation'];
export type EndedTurn = Schemas['DoneTurn'] | Schemas['StoppedTurn'] | Schemas['FailedTurn'];
export type Handoff = Schemas['Handoff'];
export type Image = Schemas['Image'];
export type NewConversation = Schemas['NewConversation'];
export type NewHandoff = Schemas['NewHandoff'];
export type OrderBom = Schemas['OrderBom'];
export type OrderParts = Schemas['OrderParts'];
export type OutcomeEvent = Schemas['OutcomeEvent'];
export type OutcomeStatus = Schemas['OutcomeStatus'];
export type Project = Schemas['Project'];
export type QueuedTurn = Schemas['QueuedTurn'];
export type SignedLink = Schemas['SignedLink'];
export type Turn = Schemas['Turn'];
export type TurnResult = Schemas['TurnResult'];
export type Usage = Schemas['Usage'];
/** What a webhook brings. */
export type WebhookEvent = OutcomeEvent | Schemas['Ping'];

/** `GET …/render` without `link`. */
export type PictureQuery = Omit<NonNullable<operations['renderOrder']['parameters']['query']>, 'link'>;
export type Page = NonNullable<operations['listEvents']['parameters']['query']>;

/** A step of a turn's life, as `GET /v1/turns/{id}/events` tells it; `id` is the cursor to resume from. */
export type TurnStep = { readonly id: string } & (
  | { readonly name: 'queued' | 'running' | 'deleted'; readonly data: { readonly id: string } }
  | {
      readonly name: 'attempt';
      readonly data: { readonly id: string; readonly attempt: number; readonly findings: number };
    }
  | { readonly name: 'done' | 'stopped' | 'failed'; readonly data: EndedTurn }
);

type Envelope = {
  [Name in keyof components['responses']]: components['responses'][Name]['content']['application/json'];
};
/** `code` of every refusal that the document knows. */
export type ProblemCode = Envelope[keyof Envelope]['error']['code'] | 'method_not_allowed';

type Success = 200 | 201 | 202;
/** The JSON of an operation's success. */
export type AnswerTo<Name extends keyof operations> = {
  [Status in keyof operations[Name]['responses']]: Status extends Success
    ? operations[Name]['responses'][Status] extends { content: { 'application/json': infer Body } }
      ? Body
      : never
    : never;
}[keyof operations[Name]['responses']];
