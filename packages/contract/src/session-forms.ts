import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { AcceptedKind } from './accepted-forms.ts'
import {
  BaseVersion,
  Id,
  Line,
  Nullable,
  OrderIndex,
  PersonalLine,
  RichTextHtml,
  Strict,
  Timestamp,
  Version,
} from './common.ts'
import { fieldRoles } from './form-fields.ts'
import { FormType, LinkAddress, ReadingRule } from './global-forms.ts'
import { AcceptedLosses, AcceptPdfLosses, PdfCheck } from './pdf-checks.ts'
import { route } from './route.ts'
import { documentStatuses } from './session-state.ts'

export const SessionFormStatus = Type.Enum(documentStatuses)
export type SessionFormStatus = Static<typeof SessionFormStatus>

/** The dates of a document that staff may set by hand. */
export const manualDates = ['created_at', 'sent_at', 'read_at', 'signed_at'] as const
export const ManualDate = Type.Enum(manualDates)
export type ManualDate = (typeof manualDates)[number]

/** Also a date alone. */
const DayOrTimestamp = Type.String({ ...Timestamp, 'x-accepts': 'momentOfDay' satisfies AcceptedKind })

/** Where a document is signed: in the portal, by redirect signing on the site of an e-signature provider, or nowhere. */
const signingPlaces = ['portal', 'redirect', 'none'] as const

/** Fixed once a document is signed: the fields that its client saw and that its certificate states. */
export const sealedFields = ['title', 'status', ...manualDates, 'source_template_id'] as const
const SealedField = Type.Enum(sealedFields)
export type SealedField = (typeof sealedFields)[number]

/** A document attached to a session. A client's own view of it has no notes. */
export const SessionForm = Type.Object({
  id: Id,
  session_id: Id,
  form_id: Nullable(Id),
  title: Nullable(Type.String()),
  type: FormType,
  folder: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  source: Nullable(Type.String()),
  source_template_id: Nullable(Type.String()),
  status: SessionFormStatus,
  order_index: Type.Integer(),
  requires_signature: Type.Boolean(),
  reading: ReadingRule,
  signing: Type.Enum(signingPlaces, {
    description:
      'Where the client signs: in the portal, or on the site of an e-signature provider; none: it is not signed',
  }),
  has_file: Type.Boolean(),
  pdf_check: Nullable(PdfCheck),
  pages: Nullable(Type.Integer()),
  losses: AcceptedLosses,
  envelope_id: Nullable(Type.String()),
  created_at: Timestamp,
  sent_at: Nullable(Timestamp),
  read_at: Nullable(Timestamp),
  signed_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  sealed_sha256: Nullable(Type.String({ description: 'Of the sealed PDF, hex; set when completed' })),
  error: Nullable(Type.String({ description: 'Why sealing is late or has failed, for staff' })),
  sealing_failed_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When sealing of the signed document failed: void it, or retry sealing; not shown to clients',
    }),
  ),
  status_set_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When staff set the status by hand; null: the client reached it by opening, reading or signing',
    }),
  ),
  status_set_by: Nullable(Type.String({ description: 'Name of that staff member; not shown to clients' })),
  dates_set: Type.Array(ManualDate, { description: 'The dates that staff set by hand; not shown to clients' }),
  dates_set_at: Nullable(Timestamp),
  dates_set_by: Nullable(
    Type.String({ description: 'Name of the staff member who set the last one; not shown to clients' }),
  ),
  frozen_fields: Type.Array(SealedField, {
    description: 'Fields that staff can no longer change, since the document is signed; not shown to clients',
  }),
  unsigned_by: Type.Optional(
    Type.Array(Type.Enum(fieldRoles), {
      description:
        'Whose signature has a place and is not asked for, since the client alone signs; not shown to clients, absent in answers of earlier releases',
    }),
  ),
  signed_as: Nullable(
    Type.String({ description: 'The name with which it was signed, if not that of the record; not shown to clients' }),
  ),
  void_reason: Nullable(Type.String({ description: 'Why staff voided it; not shown to clients' })),
  declined_at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When the client last declined it, also if it was asked for again and signed since; not shown to clients',
    }),
  ),
  declined_by: Nullable(Type.String({ description: 'Name of the client who declined; not shown to clients' })),
  declined_from: Nullable(
    Type.String({ description: 'Network address; null if it was declined at the provider; not shown to clients' }),
  ),
  decline_reason: Nullable(Type.String({ description: 'Null if the provider gives none; not shown to clients' })),
  asked_again_at: Nullable(
    Type.String({ format: 'date-time', description: 'When staff asked again after that; not shown to clients' }),
  ),
  asked_again_by: Nullable(Type.String({ description: 'Name of that staff member; not shown to clients' })),
  reminded_at: Nullable(Timestamp),
  reminder_error: Nullable(Type.String({ description: 'Why the last reminder was not sent; not shown to clients' })),
  version: Version,
})
export type SessionForm = Static<typeof SessionForm>

export const SessionFormList = Type.Object({ success: Type.Boolean(), data: Type.Array(SessionForm) })
export type SessionFormList = Static<typeof SessionFormList>

/** `null` clears. The envelope keeps its own state. */
export const UpdateSessionForm = Strict({
  version: BaseVersion,
  session_id: Type.Optional(Id),
  title: Type.Optional(Nullable(Line)),
  folder: Type.Optional(Nullable(Line)),
  notes: Type.Optional(Nullable(RichTextHtml)),
  status: Type.Optional(SessionFormStatus),
  order_index: Type.Optional(OrderIndex),
  created_at: Type.Optional(Nullable(DayOrTimestamp)),
  sent_at: Type.Optional(Nullable(DayOrTimestamp)),
  read_at: Type.Optional(Nullable(DayOrTimestamp)),
  signed_at: Type.Optional(Nullable(DayOrTimestamp)),
  source_template_id: Type.Optional(Nullable(Line)),
})
export type UpdateSessionForm = Static<typeof UpdateSessionForm>

/** Absent fields are those of `form_id`. Sent as JSON, or as multipart/form-data with a part `file`. */
export const CreateSessionForm = Strict({
  session_id: Id,
  form_id: Type.Optional(Nullable(Id)),
  title: Type.Optional(Nullable(Line)),
  type: Type.Optional(FormType),
  folder: Type.Optional(Nullable(Line)),
  notes: Type.Optional(Nullable(RichTextHtml)),
  source: Type.Optional(Nullable(LinkAddress)),
  status: Type.Optional(Type.Literal('pending')),
  created_at: Type.Optional(DayOrTimestamp),
  order_index: Type.Optional(OrderIndex),
  source_template_id: Type.Optional(Nullable(Line)),
  requires_signature: Type.Optional(Type.Boolean({ description: 'For a PDF for this client only; default true' })),
  reading: Type.Optional({ ...ReadingRule, description: 'For a PDF for this client only; default jump' }),
})
export type CreateSessionForm = Static<typeof CreateSessionForm>

export const OrderSessionForms = Strict({ ids: Type.Array(Id, { maxItems: 1_000 }) })
export type OrderSessionForms = Static<typeof OrderSessionForms>

export const VoidSessionForm = Strict({ reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) })
export type VoidSessionForm = Static<typeof VoidSessionForm>

/** Reminds with the agency's text alone, or with a personal line. */
export const RemindBody = Nullable(Strict({ note: Type.Optional(PersonalLine) }))

/** Whether the client is reminded by e-mail; otherwise the text that staff send themselves. */
export const RemindAnswer = Type.Union([
  Strict({ sent: Type.Literal(true) }),
  Strict({ sent: Type.Literal(false), text: Type.String() }),
])
export type RemindAnswer = Static<typeof RemindAnswer>

/** Reminds of the first document of a session that waits for its client. */
export const sessionReminderApi = {
  remind: route('POST', '/session/:code/remind', { response: RemindAnswer }),
}

export const sessionFormApi = {
  list: route('GET', '/sessionforms/session/:id', { response: SessionFormList }),
  create: route('POST', '/sessionforms', { body: CreateSessionForm, response: SessionForm }),
  upload: route('POST', '/sessionforms', { response: SessionForm }),
  update: route('PUT', '/sessionforms/:id', { body: UpdateSessionForm, response: SessionForm }),
  order: route('PUT', '/sessionforms/session/:id/order', { body: OrderSessionForms, response: SessionFormList }),
  voidForm: route('POST', '/sessionforms/:id/void', { body: VoidSessionForm, response: SessionForm }),
  retrySealing: route('POST', '/sessionforms/:id/retry-sealing', { response: SessionForm }),
  remind: route('POST', '/sessionforms/:id/remind', { body: RemindBody, response: RemindAnswer }),
  acceptLosses: route('POST', '/sessionforms/:id/pdf-refusal/accept', { body: AcceptPdfLosses, response: SessionForm }),
  remove: route('DELETE', '/sessionforms/:id'),
}
