import type { FilledField, FormField, UpdateSessionFormFields } from '@agency/contract/form-fields'
import { isOpen } from '@agency/contract/session-state'
import {
  decryptFieldState,
  encryptFieldState,
  type FieldState,
  fieldsForClient,
} from '../../library/form-fields/field-state.ts'
import { readValues } from '../../library/form-fields/read-values.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { SessionPrincipal } from '../../platform/http/principals.ts'
import { findFormFields, storeFormValues } from './session-form-repository.ts'
import { auditIdsOf, getLockedSessionForm, getSessionForm } from './session-form-service.ts'

interface Store {
  db: Database
  cipher: FieldCipher
}
export interface FormFieldContext extends Store {
  principal: SessionPrincipal
}

export async function readFields(
  { db, cipher }: Store,
  id: string,
): Promise<{ fields: FormField[]; state: FieldState }> {
  const { fields, encrypted_values } = await findFormFields(db, id)
  return { fields, state: decryptFieldState(cipher, id, encrypted_values) }
}

export function storeFields({ db, cipher }: Store, id: string, state: FieldState): Promise<void> {
  return storeFormValues(db, id, encryptFieldState(cipher, id, state))
}

/** @throws NotFound */
export async function getFilledFields(context: FormFieldContext, id: string): Promise<FilledField[]> {
  await getSessionForm(context, id)
  const { fields, state } = await readFields(context, id)
  return fieldsForClient(fields, state)
}

/** The first time is on the audit trail. @throws NotFound; WrongState if it can no longer be signed; InvalidInput */
export function saveFieldValues(
  { db, cipher, principal }: FormFieldContext,
  id: string,
  { values }: UpdateSessionFormFields,
): Promise<FilledField[]> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    if (!isOpen(form)) {
      throw new WrongState('This document can no longer be filled in.')
    }
    const { fields, state } = await readFields({ db: trx, cipher }, id)
    const written = readValues(fields, state, values)
    const isFirst = Object.keys(state.typed).length === 0
    if (Object.keys(written.typed).length > 0) {
      await storeFields({ db: trx, cipher }, id, written)
      if (isFirst) await recordEvent(trx, principal, { action: 'form.filling-begun', ...auditIdsOf(form) })
    }
    return fieldsForClient(fields, written)
  })
}
