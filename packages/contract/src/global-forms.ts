import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BaseVersion, Id, Line, Nullable, RichTextHtml, Strict, Timestamp, Version } from './common.ts'
import { AcceptedLosses, AcceptPdfLosses, PdfCheck } from './pdf-checks.ts'
import { route } from './route.ts'

export const formTypes = ['DocuSign', 'PDF', 'Link'] as const
export const FormType = Type.Union([Type.Literal('DocuSign'), Type.Literal('PDF'), Type.Literal('Link')])
export type FormType = (typeof formTypes)[number]

export const readingRules = ['jump', 'every_page'] as const
/** What signing demands: to go from field to field, or to look at every page first. */
export const ReadingRule = Type.Enum(readingRules, {
  description: 'jump: the client is led from field to field; every_page: signing waits until every page was in view',
})
export type ReadingRule = (typeof readingRules)[number]

/** A link's address: http or https only. */
export const LinkAddress = Type.String({ maxLength: 2_000, pattern: '^https?://[^\\s]+$' })

export const GlobalForm = Type.Object({
  id: Id,
  title: Nullable(Type.String()),
  type: FormType,
  source: Nullable(Type.String({ description: 'The URL of a link' })),
  notes: Nullable(Type.String()),
  folder: Nullable(Type.String()),
  requires_signature: Type.Boolean({ description: 'Whether the PDF is to be signed, or only read' }),
  reading: ReadingRule,
  docusign_template_id: Nullable(Type.String()),
  has_file: Type.Boolean(),
  pdf_check: Nullable(PdfCheck),
  pages: Nullable(Type.Integer()),
  losses: AcceptedLosses,
  file_version: Type.Integer({ description: 'Counts the PDFs that the form has had; documents keep theirs' }),
  archived_at: Nullable(Type.String({ format: 'date-time', description: 'Since when it is no longer offered' })),
  created_at: Timestamp,
  version: Version,
})
export type GlobalForm = Static<typeof GlobalForm>

export const GlobalFormList = Type.Object({ success: Type.Boolean(), forms: Type.Array(GlobalForm) })
export type GlobalFormList = Static<typeof GlobalFormList>

/** Sent as JSON, or as multipart/form-data with the same fields followed by one part `file` with the PDF. */
export const CreateGlobalForm = Strict({
  title: Type.Optional(Nullable(Line)),
  type: Type.Union([Type.Literal('PDF'), Type.Literal('Link')]),
  folder: Type.Optional(Nullable(Line)),
  notes: Type.Optional(Nullable(RichTextHtml)),
  source: Type.Optional(Nullable(LinkAddress)),
  requires_signature: Type.Optional(Type.Boolean()),
  reading: Type.Optional(ReadingRule),
})
export type CreateGlobalForm = Static<typeof CreateGlobalForm>

export const UpdateGlobalForm = Strict({
  version: BaseVersion,
  title: Type.Optional(Nullable(Line)),
  folder: Type.Optional(Nullable(Line)),
  notes: Type.Optional(Nullable(RichTextHtml)),
  reading: Type.Optional(ReadingRule),
  archived: Type.Optional(Type.Boolean({ description: 'true archives; false restores' })),
})
export type UpdateGlobalForm = Static<typeof UpdateGlobalForm>

/** Without `archived`, the forms that are offered. */
export const GlobalFormQuery = Strict({
  archived: Type.Optional(Type.Boolean({ description: 'true: the archived forms alone' })),
})

export const GlobalFormUses = Type.Object({
  documents: Type.Integer({ description: 'Documents of sessions that were made from it' }),
  open: Type.Integer({ description: 'Those that the client has not finished' }),
  presets: Type.Array(Type.String(), { description: 'Names of the presets that contain it' }),
})
export type GlobalFormUses = Static<typeof GlobalFormUses>

export const globalFormApi = {
  list: route('GET', '/global-forms', { query: GlobalFormQuery, response: GlobalFormList }),
  create: route('POST', '/global-forms', { body: CreateGlobalForm, response: GlobalForm }),
  upload: route('POST', '/global-forms', { response: GlobalForm }),
  update: route('PUT', '/global-forms/:id', { body: UpdateGlobalForm, response: GlobalForm }),
  uses: route('GET', '/global-forms/:id/uses', { response: GlobalFormUses }),
  replaceFile: route('POST', '/global-forms/:id/file', { response: GlobalForm }),
  dismissRefusal: route('DELETE', '/global-forms/:id/pdf-refusal'),
  acceptLosses: route('POST', '/global-forms/:id/pdf-refusal/accept', { body: AcceptPdfLosses, response: GlobalForm }),
  remove: route('DELETE', '/global-forms/:id'),
}
