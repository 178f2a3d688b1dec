import type { FilledField, FormField, UpdateSessionFormFields } from '@agency/contract/form-fields'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { SessionPrincipal } from '../../platform/http/principals.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { type FieldState, decryptFieldState, encryptFieldState, shownField } from '../form-fields/field-state.ts'
import { readValues } from '../form-fields/read-values.ts'
import { findFormFields, storeFormValues } from './session-form-repository.ts'
import { about, getLockedSessionForm, getSessionForm } from './session-form-service.ts'

interface Store {
  db: Database
  cipher: FieldCipher
}
export interface FormFieldContext extends Store {
  principal: SessionPrincipal
}

/** The fields of a document and what stands in them, whoever asks. */
export async function readFields(
  { db, cipher }: Store,
  id: string,
): Promise<{ fields: FormField[]; state: FieldState }> {
  const { fields, encrypted_values } = await findFormFields(db, id)
  return { fields, state: decryptFieldState(cipher, id, encrypted_values) }
}

/** Stores what stands in a document's fields. Call it with the document locked. */
export function storeFields({ db, cipher }: Store, id: string, state: FieldState): Promise<void> {
  return storeFormValues(db, id, encryptFieldState(cipher, id, state))
}

/** The fields of one of the client's own documents, with what stands in them. @throws NotFound */
export async function getFilledFields(context: FormFieldContext, id: string): Promise<FilledField[]> {
  await getSessionForm(context, id)
  const { fields, state } = await readFields(context, id)
  return fields.map((field) => shownField(field, state))
}

/**
 * Keeps what a client has written so far; the first of it is on the audit trail.
 * @throws NotFound; WrongState when the document can't be signed any more; InvalidInput
 */
export function keepValues(
  { db, cipher, principal }: FormFieldContext,
  id: string,
  { values }: UpdateSessionFormFields,
): Promise<FilledField[]> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    if (form.status !== 'pending' && form.status !== 'sent' && form.status !== 'viewed') {
      throw new WrongState('This document can no longer be filled in.')
    }
    const { fields, state } = await readFields({ db: trx, cipher }, id)
    const written = readValues(fields, state, values)
    const isFirst = Object.keys(state.typed).length === 0
    if (Object.keys(written.typed).length > 0) {
      await storeFields({ db: trx, cipher }, id, written)
      if (isFirst) await recordEvent(trx, principal, { action: 'form.filling-begun', ...about(form) })
    }
    return fields.map((field) => shownField(field, written))
  })
}
