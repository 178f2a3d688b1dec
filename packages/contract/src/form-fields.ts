import Type, { type Static } from 'typebox'
import { clientFields } from './client-fields.ts'
import { Id, Nullable, Strict, Timestamp, Version } from './common.ts'

export const formFieldKinds = ['signature', 'initials', 'date', 'text', 'checkbox'] as const
export type FormFieldKind = (typeof formFieldKinds)[number]

/** The fields of the client record that a form's field may be bound to: no notes, no passwords, nothing that is for staff only. */
export const bindableFields = clientFields.filter(
  ({ kind, card, staffOnly }) => kind !== 'rich-text' && card !== 'logins' && staffOnly !== true,
)

/** Binds a field to the first and last name in one: it is filled in, and never proposed back. */
export const fullNameBinding = 'client_name'

/** Points: the smallest side of a box that can be tapped and read. */
export const smallestSide = 6
/** Points: the narrowest box in which a date in figures is legible at any height. */
export const narrowestDate = 32
/** The most fields that a PDF to sign may have. */
export const mostFormFields = 300
/** Characters. */
export const longestFieldValue = 1_000

/** In points, from the top left of the page as it is seen. */
const Length = Type.Number({ minimum: 0, maximum: 20_000 })

/**
 * A place on a page of a PDF that is filled in when it is signed. A date that is bound to nothing is the day of
 * signing. Signatures and initials take what the signer adopted, and are bound to nothing.
 */
export const FormField = Strict({
  id: Id,
  kind: Type.Enum(formFieldKinds),
  page: Type.Integer({ minimum: 0, maximum: 10_000, description: '0 is the first' }),
  x: Length,
  y: Length,
  width: Length,
  height: Length,
  label: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S', description: 'What the signer is asked for' }),
  binding: Nullable(
    Type.String({ maxLength: 60, description: 'Name of a field of the client record, or `client_name`' }),
  ),
  required: Type.Boolean(),
  editable: Type.Boolean({ description: 'Whether the client may change what was filled in' }),
})
export type FormField = Static<typeof FormField>

const FormFields = Type.Array(FormField, { maxItems: mostFormFields })

/** The places on a library form's pages, in the order in which they are filled in. */
export const GlobalFormFields = Type.Object({ success: Type.Boolean(), fields: FormFields, version: Version })
export type GlobalFormFields = Static<typeof GlobalFormFields>

export const UpdateGlobalFormFields = Strict({ fields: FormFields })
export type UpdateGlobalFormFields = Static<typeof UpdateGlobalFormFields>

/** A text, a date as `YYYY-MM-DD`, or whether a box is ticked. */
export const FieldValue = Type.Union([Type.String({ maxLength: longestFieldValue }), Type.Boolean()])
export type FieldValue = Static<typeof FieldValue>

/** Values by the id of their field. */
export const FieldValues = Type.Record(Type.String({ format: 'uuid' }), FieldValue)
export type FieldValues = Static<typeof FieldValues>

/** A place on a document's page with what stands in it for now; sealed values of the record are masked. */
export const FilledField = Type.Object({
  ...FormField.properties,
  value: Type.Union([FieldValue, Type.Null()]),
  masked: Type.Boolean({ description: 'The value is a mask; sent back unchanged, what is behind it stays' }),
})
export type FilledField = Static<typeof FilledField>

export const SessionFormFields = Type.Object({ success: Type.Boolean(), fields: Type.Array(FilledField) })
export type SessionFormFields = Static<typeof SessionFormFields>

/** Keeps what the client has typed so far; what is not sent stays. */
export const UpdateSessionFormFields = Strict({ values: FieldValues })
export type UpdateSessionFormFields = Static<typeof UpdateSessionFormFields>

/** What a client wrote into a document in place of what the record holds. */
export const Proposal = Type.Object({
  id: Id,
  field: Type.String({ description: 'Name of a field of the client record' }),
  current: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  proposed: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  session_form_id: Id,
  session_id: Id,
  document: Nullable(Type.String({ description: 'Title of the document it was written into' })),
  created_at: Timestamp,
})
export type Proposal = Static<typeof Proposal>

/** The undecided ones, the oldest first. */
export const ProposalList = Type.Object({ success: Type.Boolean(), proposals: Type.Array(Proposal) })
export type ProposalList = Static<typeof ProposalList>
