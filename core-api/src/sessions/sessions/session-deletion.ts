import { type DeletionContext, deleteForGood } from '../../clients/archive/permanent-deletion-service.ts'
import { auditIdsOf, findSessionOf } from './session-service.ts'

/** @param confirmation the typed code of the session @throws as `deleteClientForGood` */
export async function deleteSessionForGood(
  context: DeletionContext,
  code: string,
  confirmation: string,
): Promise<void> {
  const { principal } = context
  const { id } = await findSessionOf(context, code)
  await deleteForGood(context, { kind: 'session', id }, confirmation, async (trx) => {
    const session = await findSessionOf({ db: trx, principal }, code)
    return { event: { action: 'session.deleted', ...auditIdsOf(session) }, words: session.session_code }
  })
}
