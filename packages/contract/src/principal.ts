import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Strict } from './common.ts'

/** The header in which the BFF states, signed, who the caller is. A client's own header of this name is dropped. */
export const principalHeader = 'x-principal'
export const principalIssuer = 'bff'
export const principalAudience = 'core-api'
/** How long a statement is valid, in seconds. */
export const principalSeconds = 30
/** The most seconds by which the clocks of the BFF and core-api may differ. */
export const clockToleranceSeconds = 10

/** The caller and its network address: a staff member's login, a client's portal login, or nobody. */
export const PrincipalStatement = Type.Union([
  Strict({
    kind: Type.Literal('nobody'),
    address: Type.String(),
    device: Type.Optional(Type.String({ ...Id, description: 'The id in the signed device cookie' })),
  }),
  Strict({ kind: Type.Literal('admin'), id: Id, address: Type.String() }),
  Strict({ kind: Type.Literal('session'), id: Id, address: Type.String() }),
])
export type PrincipalStatement = Static<typeof PrincipalStatement>
