import type { SelectionAction, SelectionActionKind } from '@agency/contract/client-selections'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import type { Outcome } from './selection-repository.ts'

interface OfOneClient {
  db: Transaction
  cipher: FieldCipher
  principal: AdminPrincipal
}

/** What a later feature does to selected clients: each one in a transaction of its own. */
export interface SelectedAction {
  /** @throws InvalidInput for a value that does not fit */
  read(db: Database, action: SelectionAction): Promise<SelectionAction>
  sentence(db: Database, action: SelectionAction, clients: string): Promise<string>
  /** @throws WrongState with the reason why nothing can be done for anybody now */
  requireReady(db: Database, action: SelectionAction): Promise<void>
  /** Does it to a client that is locked. `former` is what an undo needs. */
  run(context: OfOneClient, clientId: string, action: SelectionAction): Promise<Omit<Outcome, 'clientId'>>
  /** @returns why it stays; undefined if it is undone */
  undo(context: OfOneClient, former: string): Promise<string | undefined>
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly selectedActions: Map<SelectionActionKind, SelectedAction>
  }
}
