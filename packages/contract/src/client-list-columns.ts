import { clientFields, type ListColumn } from './client-fields.ts'

type Field = (typeof clientFields)[number]
/** The fields that rows of the client list carry. */
export type ListedFieldName = Extract<Field, { list: object }>['name']
/** The columns of the list, by which it can be sorted. */
export type ListColumnName = Extract<Field, { list: { heading: string } }>['name']

type ListedField = Field & { readonly name: ListedFieldName; readonly list: ListColumn }
type ColumnField = ListedField & { readonly name: ListColumnName; readonly list: Required<ListColumn> }

export const listedFields = clientFields.filter((field): field is ListedField => field.list !== undefined)

/** The columns of the client list, from the left. */
export const listColumns = listedFields
  .filter((field): field is ColumnField => field.list.heading !== undefined)
  .sort((one, other) => one.list.place - other.list.place)
