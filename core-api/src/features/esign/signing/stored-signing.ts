import type { SignBody } from '@agency/contract/esign'
import type { FieldValues } from '@agency/contract/form-fields'

/** What a signer gave, and how it reached us; stored sealed with its envelope. */
export type Signing = Omit<SignBody, 'values'> & {
  /** What stands in the document's fields; none of an envelope that was signed before there were fields. */
  values?: FieldValues
  /** Network address of the signer. */
  address: string
  user_agent: string
  /** RFC 3339, UTC. */
  signed_at: string
}

/** What a stored signing is bound to. */
export const envelopeContext = (id: string) => ({ table: 'envelopes', id, purpose: 'signing' })
