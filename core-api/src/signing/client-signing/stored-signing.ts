import { createHash } from 'node:crypto'
import type { SignBody } from '@agency/contract/esign'
import type { FieldValues } from '@agency/contract/form-fields'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { SignerIdentity } from '../../sessions/sessions/signer-identity.ts'
import type { ConfirmedCode } from '../codes/signing-code-service.ts'
import type { Envelope } from '../providers/esign-provider.ts'

/** The signer's entries, address, browser and time; stored encrypted with the envelope. */
export type Signing = Omit<SignBody, 'values'> & {
  /** The values of the document's fields; none in envelopes of a release without fields. */
  values?: FieldValues
  address: string
  user_agent: string
  /** The signer's contacts at that moment, for the certificate; none in envelopes of a release that did not keep them. */
  contact?: { email: string | null; phone: string | null }
  /** The name of the client in the record at that moment, for the certificate. */
  record_name: string
  confirmed_code?: ConfirmedCode
  /** How the signer was identified; none in envelopes of a release that did not say. */
  signer?: SignerIdentity
  /** RFC 3339, UTC. */
  signed_at: string
  /** Of what was sent: only the same body is a repeat. Each signing of this release has it. */
  sent_sha256?: string
}

/** Equal bodies have equal digests in any order of names, however many pages were viewed. */
export const digestOfBody = ({ pages_viewed: _viewed, ...body }: SignBody): string =>
  createHash('sha256').update(JSON.stringify(body, inOrder)).digest('hex')

const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

export const envelopeContext = (id: string) => ({ table: 'envelopes', id, purpose: 'signing' })

/** Decrypts the signer's entries of an envelope; undefined before it is signed here. */
export function readSigning(
  cipher: FieldCipher,
  { id, encrypted_signing }: Pick<Envelope, 'id' | 'encrypted_signing'>,
): Signing | undefined {
  return encrypted_signing ? JSON.parse(cipher.decrypt(encrypted_signing, envelopeContext(id))) : undefined
}
