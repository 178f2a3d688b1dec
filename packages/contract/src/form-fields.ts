import type { Static } from 'typebox'
import * as Type from 'typebox'
import { clientFields } from './client-fields.ts'
import { Id, Nullable, Strict, Timestamp, Version } from './common.ts'
import { route } from './route.ts'

export const formFieldKinds = [
  'signature',
  'initials',
  'date',
  'entered_date',
  'text',
  'checkbox',
  'radio',
  'choice',
] as const
export type FormFieldKind = (typeof formFieldKinds)[number]

/** Who fills a field in. Only the fields of `client` are asked of the client; all others stay empty or have a preset. */
export const fieldRoles = [
  'client',
  'spouse',
  'insured',
  'parent',
  'representative',
  'witness',
  'notary',
  'agent',
  'preparer',
  'employer',
  'nobody',
] as const
export type FieldRole = (typeof fieldRoles)[number]

/** How a date is written on the page, in the order of the form and not of the signer. */
export const dateFormats = ['mm/dd/yyyy', 'mm/dd/yy', 'dd/mm/yyyy', 'dd/mm/yy', 'yyyy-mm-dd'] as const
export type DateFormat = (typeof dateFormats)[number]

/** The fields of the client record that a form's field may be bound to: no notes, no logins, nothing for staff only. */
export const bindableFields = clientFields.filter(
  ({ kind, card, staffOnly }) => kind !== 'rich-text' && card !== 'logins' && staffOnly !== true,
)

/** Binds a field to first and last name together. It is filled in, and never proposed as a change. */
export const fullNameBinding = 'client_name'

/** The smallest side of a box that can be tapped and read, in points. */
export const smallestSide = 6
/** The narrowest box in which a date in figures is legible at any height, in points. */
export const narrowestDate = 32
export const mostFormFields = 2_000
export const longestFieldValue = 1_000

/** In points, from the top left of the displayed page. */
const Length = Type.Number({ minimum: 0, maximum: 20_000 })

export const NumberFormat = Strict({
  decimals: Type.Integer({ minimum: 0, maximum: 6 }),
  grouping: Type.Boolean({ description: 'Commas between thousands' }),
  prefix: Type.String({ maxLength: 8 }),
  suffix: Type.String({ maxLength: 8 }),
})
export type NumberFormat = Static<typeof NumberFormat>

/** A text, a date as `YYYY-MM-DD`, or the state of a checkbox or radio button. */
export const FieldValue = Type.Union([Type.String({ maxLength: longestFieldValue }), Type.Boolean()])
export type FieldValue = Static<typeof FieldValue>

/** A choice of a dropdown or list: `value` is stored and printed, `label` is shown. */
export const FieldChoice = Strict({ value: Type.String({ maxLength: 200 }), label: Type.String({ maxLength: 200 }) })
export type FieldChoice = Static<typeof FieldChoice>

/** A field whose value follows from others (AFSimple_Calculate of a PDF form). */
export const Calculation = Strict({
  operation: Type.Enum(['sum', 'product', 'average', 'minimum', 'maximum']),
  fields: Type.Array(Id, { minItems: 1, maxItems: mostFormFields }),
})
export type Calculation = Static<typeof Calculation>

/** A `date` without a binding is the day of signing. Radio buttons of one `group` are fields of their own. */
export const FormField = Strict({
  id: Id,
  kind: Type.Enum(formFieldKinds),
  page: Type.Integer({ minimum: 0, maximum: 10_000, description: '0 is the first' }),
  x: Length,
  y: Length,
  width: Length,
  height: Length,
  label: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S', description: 'Label for the signer' }),
  binding: Nullable(
    Type.String({
      maxLength: 60,
      description: 'Name of a field of the client record, `client_name`, or a field of a policy',
    }),
  ),
  required: Type.Boolean(),
  editable: Type.Boolean({ description: 'Whether the client may change the value' }),
  group: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      pattern: '\\S',
      description:
        'For a radio button, and only there: the question that its label is an answer to. Buttons with equal questions ' +
        'are one choice, which is required if one of them is',
    }),
  ),
  for: Type.Optional(Type.Enum(fieldRoles, { description: 'Who fills the field in; the client without it' })),
  preset: Type.Optional(FieldValue),
  max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: longestFieldValue })),
  comb: Type.Optional(Type.Boolean({ description: 'Each of `max_length` characters has a cell of the same width' })),
  gaps: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: longestFieldValue }), {
      maxItems: 40,
      description: 'For a comb: further cells that stay empty, by position from 0, such as that of a printed dash',
    }),
  ),
  multiline: Type.Optional(Type.Boolean({ description: 'A text of several lines, from the top of its box' })),
  align: Type.Optional(Type.Enum(['left', 'center', 'right'])),
  date_format: Type.Optional(Type.Enum(dateFormats)),
  latest: Type.Optional(Type.Literal('today', { description: 'An entered date that cannot be in the future' })),
  number: Type.Optional(NumberFormat),
  choices: Type.Optional(Type.Array(FieldChoice, { minItems: 1, maxItems: 500 })),
  own_text: Type.Optional(Type.Boolean({ description: 'A choice that also takes a text which is none of them' })),
  calculation: Type.Optional(Calculation),
})
export type FormField = Static<typeof FormField>

const FormFields = Type.Array(FormField, { maxItems: mostFormFields })

/** What staff are told about the fields of an uploaded PDF, by page (0 is the first) and label. */
export const ImportNote = Type.Object({
  code: Type.Enum(['left_out', 'consent_unticked', 'read_only', 'calculated', 'script_ignored', 'for_others']),
  page: Type.Integer({ minimum: 0 }),
  label: Type.String(),
})
export type ImportNote = Static<typeof ImportNote>

export const GlobalFormFields = Type.Object({
  success: Type.Boolean(),
  fields: FormFields,
  notes: Type.Array(ImportNote),
  version: Version,
})
export type GlobalFormFields = Static<typeof GlobalFormFields>

/** Fields for the places that a PDF's pages have printed on them to be filled in by hand. Nothing of them is stored. */
export const ProposedFields = Type.Object({ success: Type.Boolean(), fields: FormFields })
export type ProposedFields = Static<typeof ProposedFields>

export const UpdateGlobalFormFields = Strict({ fields: FormFields })
export type UpdateGlobalFormFields = Static<typeof UpdateGlobalFormFields>

export const FieldValues = Type.Record(Type.String({ format: 'uuid' }), FieldValue)
export type FieldValues = Static<typeof FieldValues>

/** Why a value cannot be printed in its place: it is too long for `room` characters, or has some that no font prints. */
export const PrintProblem = Type.Object({
  reason: Type.Enum(['too_long', 'unprintable']),
  room: Type.Optional(Type.Integer({ minimum: 0, description: 'About how many characters fit' })),
})
export type PrintProblem = Static<typeof PrintProblem>

/** A field of a document with its present value; encrypted values of the record are masked. */
export const FilledField = Type.Object({
  ...FormField.properties,
  value: Type.Union([FieldValue, Type.Null()]),
  masked: Type.Boolean({ description: 'The value is a mask; sent back unchanged, it keeps the hidden value' }),
  entered: Type.Optional(
    Type.Boolean({ description: 'The client wrote the value; without it, it is the record’s, staff’s or calculated' }),
  ),
  print_problem: Type.Optional(PrintProblem),
})
export type FilledField = Static<typeof FilledField>

export const SessionFormFields = Type.Object({ success: Type.Boolean(), fields: Type.Array(FilledField) })
export type SessionFormFields = Static<typeof SessionFormFields>

export const UpdateSessionFormFields = Strict({ values: FieldValues })
export type UpdateSessionFormFields = Static<typeof UpdateSessionFormFields>

export const Proposal = Type.Object({
  id: Id,
  field: Type.String({ description: 'Name of a field of the client record' }),
  current: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  proposed: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  session_form_id: Id,
  session_id: Id,
  document: Nullable(Type.String({ description: 'Title of that document' })),
  created_at: Timestamp,
})
export type Proposal = Static<typeof Proposal>

export const ProposalList = Type.Object({ success: Type.Boolean(), proposals: Type.Array(Proposal) })
export type ProposalList = Static<typeof ProposalList>

export const formFieldApi = {
  read: route('GET', '/global-forms/:id/fields', { response: GlobalFormFields }),
  save: route('PUT', '/global-forms/:id/fields', { body: UpdateGlobalFormFields, response: GlobalFormFields }),
  /** Those that are found on its pages. */
  propose: route('GET', '/global-forms/:id/proposed-fields', { response: ProposedFields }),
}

export const placedFieldApi = {
  read: route('GET', '/sessionforms/:id/placed-fields', { response: GlobalFormFields }),
  save: route('PUT', '/sessionforms/:id/placed-fields', { body: UpdateGlobalFormFields, response: GlobalFormFields }),
  propose: route('GET', '/sessionforms/:id/proposed-fields', { response: ProposedFields }),
}

export const proposalApi = {
  list: route('GET', '/clients/:id/proposals', { response: ProposalList }),
  accept: route('POST', '/clients/:id/proposals/:proposalId/accept'),
  dismiss: route('POST', '/clients/:id/proposals/:proposalId/dismiss'),
  reopen: route('POST', '/clients/:id/proposals/:proposalId/reopen'),
}
