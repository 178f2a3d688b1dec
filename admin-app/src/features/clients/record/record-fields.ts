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

/** The fields that a dialog edits, in the order of the description. */
export const fieldsOfDialog = (dialog: DialogName): RecordField[] =>
  clientFields.filter((field) => field.dialog === dialog)

/** The dialogs that edit the fields of a card. */
export const dialogsOfCard = (card: CardName): DialogName[] => [
  ...new Set(fieldsOfCard(card).map(({ dialog }) => dialog)),
]

/** Fields by group. Groups are in the order of their first field. */
export function groupFields(fields: readonly RecordField[]): FieldGroup[] {
  const names = [...new Set(fields.map(({ group }) => group))]
  return names.map((name) => ({ name: name ?? null, fields: fields.filter(({ group }) => group === name) }))
}

/** Whether a field has a value. */
export const hasValue = (record: ClientRecord, { name }: RecordField): boolean =>
  record[name] !== null && record[name] !== ''

/** A field's accessible name with its group or owner: `Dependent 2 social security number`. */
export function spokenLabel({ label, group, card }: RecordField): string {
  const owner = group ?? (card === 'spouse' ? 'Spouse' : '')
  return `${owner} ${label === 'SSN' ? 'social security number' : label}`.trim()
}
