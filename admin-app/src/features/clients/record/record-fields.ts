import {
  type CardName,
  type ClientFieldName,
  clientFields,
  type DialogName,
  type FieldDescription,
} from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'

export type RecordField = FieldDescription<ClientFieldName>

export interface FieldGroup {
  /** Such as `Dependent 2`; null for fields without a group. */
  readonly name: string | null
  readonly fields: readonly RecordField[]
}

/** The fields that a card shows, in the order of the description. */
export const fieldsOfCard = (card: CardName): RecordField[] => clientFields.filter((field) => field.card === card)

/** Whether a field can be edited. @param maySee whether the person sees sensitive values */
export const isEditable = ({ encrypted }: RecordField, maySee: boolean): boolean => maySee || encrypted === undefined

/** The fields that a dialog edits, in the order of the description. */
export const fieldsOfDialog = (dialog: DialogName, maySee: boolean): RecordField[] =>
  clientFields.filter((field) => field.dialog === dialog && isEditable(field, maySee))

/** The dialogs that edit the fields of a card. */
export const dialogsOfCard = (card: CardName, maySee: boolean): DialogName[] => [
  ...new Set(
    fieldsOfCard(card)
      .filter((field) => isEditable(field, maySee))
      .map(({ dialog }) => dialog),
  ),
]

/** Fields by group. Groups are in the order of their first field. */
export function groupFields(fields: readonly RecordField[]): FieldGroup[] {
  const names = [...new Set(fields.map(({ group }) => group))]
  return names.map((name) => ({ name: name ?? null, fields: fields.filter(({ group }) => group === name) }))
}

/** Whether a field has a value. */
export const hasValue = (record: ClientRecord, { name }: RecordField): boolean =>
  record[name] !== null && record[name] !== ''

/** Whether a record holds the mask of a field's value. */
export const isHidden = (record: ClientRecord, field: RecordField): boolean =>
  field.mask !== undefined && hasValue(record, field)

/** A field's accessible name with its group or owner: `Dependent 2 social security number`. */
export function spokenLabel({ label, group, card }: RecordField): string {
  const owner = group ?? (card === 'spouse' ? 'Spouse' : '')
  return `${owner} ${label === 'SSN' ? 'social security number' : label}`.trim()
}
