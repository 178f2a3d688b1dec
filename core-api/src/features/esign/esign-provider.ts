import type { IncomingHttpHeaders } from 'node:http'
import type { SigningView } from '@agency/contract/esign'
import type { Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** A template as the provider lists it. */
export interface TemplateDescription {
  /** Names it in the library; of one provider alone. */
  id: string
  title: string
  folder: string | null
  /** Another one tells that the template's PDF is to be fetched anew; none: it is looked at each time. */
  modifiedAt: string | null
}

/** An envelope as it is stored. */
export type Envelope = Selectable<Schema['envelopes']>

/** Who signs, as the envelope was made for them. */
export interface Signer {
  name: string
  email: string
}

/** An envelope to be made. */
export interface EnvelopeOrder {
  /** Ours: what a repeat is known by. */
  envelopeId: string
  templateId: string
  title: string
  signer: Signer
}

/** What a provider tells of one of its envelopes. */
export interface EnvelopeState {
  /** The provider's id of it. */
  providerId: string
  status: 'sent' | 'viewed' | 'signed' | 'completed' | 'declined' | 'voided'
  /** When it came to that; RFC 3339. */
  at: string
}

/** What differs between providers of electronic signatures. An envelope stays with the provider that made it. */
export interface EsignProvider {
  readonly name: Envelope['provider']
  /** Whether a template id of the library is one of this provider's. */
  owns(templateId: string): boolean
  listTemplates(): AsyncIterable<TemplateDescription>
  /** The template as a PDF; none where it has no document yet, and so can't be signed. */
  readTemplate(id: string): Promise<Uint8Array | null>
  /** What a provider has that keeps envelopes and their documents itself; none: they are signed and sealed here. */
  readonly remote: RemoteEnvelopes | null
}

/**
 * Envelopes that are kept elsewhere. Each call goes over the network, so none is made while a transaction is open.
 * All throw EsignFailed, with what staff can do.
 */
export interface RemoteEnvelopes {
  /** @returns the provider's id. After a failure that leaves it open, `find` tells whether it was made. */
  create(order: EnvelopeOrder): Promise<string>
  /** The provider's ids of those of our envelopes that it has made in the last days. */
  find(envelopeIds: string[]): Promise<Map<string, string>>
  /** Where the client signs. Never kept: such an address is good once, and soon. */
  signingView(providerId: string, envelopeId: string, signer: Signer, returnUrl: string): Promise<SigningView>
  /** Of those that the provider still knows. */
  fetchStates(providerIds: string[]): Promise<EnvelopeState[]>
  /** Harmless when it was done before. @throws EsignFailed also when it has ended in another way */
  void(providerId: string, reason: string): Promise<void>
  /** The signed PDF, with the provider's certificate. */
  fetchCompleted(providerId: string): Promise<Uint8Array>
  /**
   * What a message says that claims to be from the provider.
   * @param body as it came, byte for byte @throws NotAuthentic
   */
  readMessage(body: Buffer, headers: IncomingHttpHeaders): EnvelopeState[]
}
