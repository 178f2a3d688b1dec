import { createHash } from 'node:crypto'
import type { FormField } from '@agency/contract/form-fields'
import { v7 as uuid } from 'uuid'
import { storedForm } from '../src/library/form-fields/imported-form.ts'
import { insertGlobalForm } from '../src/library/global-forms/global-form-repository.ts'
import { getGlobalForm } from '../src/library/global-forms/global-form-service.ts'
import type { CheckedPdf } from '../src/library/pdf-checks/pdf-intake.ts'
import { type Core, smallPdf } from './core.ts'

/** What was found in PDFs, by their hash: tests of a worker put the same few into their libraries. */
const found = new Map<string, Promise<CheckedPdf>>()

function check({ app }: Core, pdf: Buffer, use: 'fill-in' | 'read'): Promise<CheckedPdf> {
  const key = `${use} ${createHash('sha256').update(pdf).digest('hex')}`
  const checked = found.get(key) ?? app.pdfs.inspect(pdf, { use })
  found.set(key, checked)
  return checked
}

interface NewForm {
  title?: string
  folder?: string | null
  requires_signature?: boolean
  /** In place of those that the PDF's own form has. */
  fields?: FormField[]
}

/** Puts a PDF into the library, as its upload would: for tests in which the upload is not the point. */
export async function addForm(core: Core, pdf: Buffer = smallPdf, form: NewForm = {}) {
  const { title = 'Application', folder = 'Health', requires_signature = true } = form
  const checked = await check(core, pdf, requires_signature ? 'fill-in' : 'read')
  const { db, files } = core.app
  const id = uuid()
  await insertGlobalForm(db, {
    id,
    title,
    type: 'PDF',
    folder,
    notes: null,
    source: null,
    requires_signature,
    docusign_template_id: null,
    template_title: null,
    retired_at: null,
    file_id: await files.save(db, checked.bytes, checked.description),
    ...(requires_signature ? storedForm(form.fields ? { fields: form.fields, notes: [] } : checked.form) : {}),
  })
  return getGlobalForm(db, id)
}
