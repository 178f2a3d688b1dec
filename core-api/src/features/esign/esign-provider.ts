import type { SigningView } from 'contract/esign'
import type { Selectable } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** A template as the provider lists it. */
export interface TemplateDescription {
  /** Names it in the library; of one provider alone. */
  id: string
  title: string
  folder: string | null
}

/** An envelope as it is stored. */
export type Envelope = Selectable<Schema['envelopes']>

/** What differs between providers of electronic signatures. An envelope stays with the provider that made it. */
export interface EsignProvider {
  readonly name: Envelope['provider']
  /** Whether a template id of the library is one of this provider's. */
  owns(templateId: string): boolean
  listTemplates(): AsyncIterable<TemplateDescription>
  /** The template as a PDF. */
  readTemplate(id: string): Promise<Uint8Array>
  /** Makes the envelope that is already stored here under its id: a repeat makes no second one. */
  createEnvelope(envelopeId: string, formId: string): Promise<void>
  /** Where the client signs. Never kept: an address of a provider is good once. */
  signingView(envelope: Envelope): Promise<SigningView>
  /** The envelope's state as the provider knows it. */
  fetchState(envelope: Envelope): Promise<Envelope['status']>
  voidEnvelope(envelope: Envelope, reason: string): Promise<void>
}
