import { type ChangeClientTexts, type ClientTexts, textNumbersOf } from '@agency/contract/texts'
import { readClient } from '../../clients/record/client-service.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { findAllTextsStopped, liftStop, maskNumber, storeStop } from '../../platform/outbox/text-opt-outs.ts'

interface Reader {
  db: Database
  cipher: FieldCipher
}

/** The numbers of a client that can get texts, masked, and whether these were stopped. @throws NotFound */
export async function getClientTexts(reader: Reader, id: string): Promise<ClientTexts> {
  const numbers = textNumbersOf(await readClient(reader, id))
  const stopped = await findAllTextsStopped(
    reader.db,
    numbers.map(({ number }) => number),
  )
  return {
    numbers: numbers.map(({ field, number }) => ({
      field,
      to: maskNumber(number),
      stopped: stopped.get(number) ?? null,
    })),
  }
}

/** Idempotent. @throws NotFound; WrongState without a usable number, or if the client stopped them */
export function changeClientTexts(
  { db, cipher, principal }: Reader & { principal: AdminPrincipal },
  id: string,
  { field, stopped }: ChangeClientTexts,
): Promise<ClientTexts> {
  return db.transaction().execute(async (trx) => {
    const found = textNumbersOf(await readClient({ db: trx, cipher }, id)).find((each) => each.field === field)
    if (!found) throw new WrongState('The record has no number there that can get text messages.')
    const { number } = found
    const isChanged = stopped
      ? await storeStop(trx, { number, source: 'staff', adminId: principal.adminId })
      : await liftStop(trx, number, { source: 'staff' })
    const answer = await getClientTexts({ db: trx, cipher }, id)
    if (!stopped && answer.numbers.some((each) => each.field === field && each.stopped !== null))
      throw new WrongState(
        'The client asked for no text messages. Only a text START from this phone allows them again.',
      )
    if (isChanged) {
      const action = stopped ? 'client.texts-stopped' : 'client.texts-allowed'
      await recordUnlessArchived(trx, principal, { action, clientId: id, subjectId: id, fields: [field] })
    }
    return answer
  })
}
