import Type, { type Static } from 'typebox'
import { Id, Strict } from './common.ts'

/** The header in which the BFF states, signed, who is asking. A client's own header of this name is dropped. */
export const principalHeader = 'x-principal'
/** The header that carries the browser's address from the BFF to core-api, inside the trusted network. */
export const clientAddressHeader = 'x-client-address'
export const principalIssuer = 'bff'
export const principalAudience = 'core-api'

/** Who is asking: a staff member's login or a client's opened session. */
export const Principal = Type.Union([
  Strict({ kind: Type.Literal('admin'), admin_session_id: Id }),
  Strict({ kind: Type.Literal('session'), portal_session_id: Id }),
])
export type Principal = Static<typeof Principal>
