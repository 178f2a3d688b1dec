import type { CreateSessionForm } from '@agency/contract/session-forms'
import { findTemplate, getFormToAttach } from '../../library/global-forms/global-form-service.ts'
import { requireChecked } from '../../library/pdf-checks/pdf-check-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'

type SourceField = 'form_id' | 'source_template_id'

export type LibraryForm = Awaited<ReturnType<typeof getFormToAttach>>

const refusal = (field: SourceField, message: string) => new InvalidInput([{ field, message }])

/**
 * Finds the form by its id or its template's.
 * @throws InvalidInput if it is unknown, archived or retired; PdfNotChecked
 */
export async function sourceOf(
  db: Transaction,
  { form_id, source_template_id }: Pick<CreateSessionForm, SourceField>,
): Promise<LibraryForm | undefined> {
  const form = form_id ? await libraryForm(db, form_id, 'form_id') : undefined
  if (!source_template_id || source_template_id === form?.docusign_template_id) return form
  if (form) throw refusal('source_template_id', 'is not the template of the form')
  return templateForm(db, source_template_id)
}

/** @throws as `sourceOf` */
export async function templateForm(db: Transaction, templateId: string): Promise<LibraryForm> {
  const template = await findTemplate(db, templateId)
  if (!template) throw refusal('source_template_id', 'is not a template of the library')
  return libraryForm(db, template.id, 'source_template_id')
}

async function libraryForm(db: Transaction, id: string, field: SourceField): Promise<LibraryForm> {
  const form = await getFormToAttach(db, id).catch((cause: unknown) => {
    throw cause instanceof NotFound ? refusal(field, 'is not a form of the library') : cause
  })
  if (form.archived_at !== null) throw refusal(field, 'is archived')
  if (form.retired_at !== null) throw refusal(field, 'is no longer a template of the signing provider')
  requireChecked(form)
  return form
}
