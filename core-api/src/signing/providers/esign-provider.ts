import type { IncomingHttpHeaders } from 'node:http'
import type { SigningView } from '@agency/contract/esign'
import type { EnvelopeStatus } from '@agency/contract/session-state'
import type { Selectable } from 'kysely'
import type { TSchema } from 'typebox'
import type { Schema } from '../../platform/database/schema.ts'

export interface TemplateDescription {
  /** The template's id in the library, unique across providers. */
  id: string
  title: string
  folder: string | null
  /** The PDF is fetched again when this changes. Null: it is fetched at each sync. */
  modifiedAt: string | null
}

export type Envelope = Selectable<Schema['envelopes']>

export interface Signer {
  name: string
  email: string
}

export interface EnvelopeOrder {
  /** Our id of the envelope, which identifies a retry. */
  envelopeId: string
  templateId: string
  title: string
  signer: Signer
}

export interface EnvelopeState {
  providerId: string
  status: Exclude<EnvelopeStatus, 'creating'>
  /** When it reached that state; RFC 3339. */
  at: string
}

/** A provider of electronic signatures. An envelope stays with the provider that made it. */
export interface EsignProvider {
  /** Stored with each envelope. */
  readonly name: string
  owns(templateId: string): boolean
  listTemplates(): AsyncIterable<TemplateDescription>
  /** Null when it has no document yet. @throws EsignFailed */
  readTemplate(id: string): Promise<Uint8Array | null>
  /** Signing on the provider's site; null when documents are signed and sealed in this product. */
  readonly redirect: RedirectSigning | null
}

/** Each method calls the network: not inside a transaction. All throw EsignFailed, with what staff can do. */
export interface RedirectSigning {
  /** @returns the provider's id. After an unclear failure, `find` tells whether the envelope was made. */
  create(order: EnvelopeOrder): Promise<string>
  /** The provider's ids, by our ids, of envelopes that it made in the last days. */
  find(envelopeIds: string[]): Promise<Map<string, string>>
  /** The address where the client signs. Never stored: it is valid once, for a few minutes. */
  signingView(providerId: string, envelopeId: string, signer: Signer, returnUrl: string): Promise<SigningView>
  /** The states of the envelopes that the provider still knows. */
  fetchStates(providerIds: string[]): Promise<EnvelopeState[]>
  /** Idempotent. @throws EsignFailed also for an envelope that has ended in another way */
  void(providerId: string, reason: string): Promise<void>
  fetchCompleted(providerId: string): Promise<Uint8Array>
  /** @param body byte for byte @throws NotAuthentic */
  readMessage(body: Buffer, headers: IncomingHttpHeaders): EnvelopeState[]
}

export interface ProviderConfig {
  PUBLIC_URL: string
}

export interface ConnectableProvider {
  readonly settings: Record<string, TSchema>
  /** Problems of valid settings in combination, one line each as `NAME: problem`. */
  settingProblems(given: Record<string, unknown>): string[]
  /** @returns undefined when the settings connect no account */
  connect(config: ProviderConfig): EsignProvider | undefined
}
