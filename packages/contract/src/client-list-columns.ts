import { clientFields, type ListColumn } from './client-fields.ts'

type Field = (typeof clientFields)[number]
export type ListedFieldName = Extract<Field, { list: object }>['name']
export type ListColumnName = Extract<Field, { list: { heading: string } }>['name']

type ListedField = Field & { readonly name: ListedFieldName; readonly list: ListColumn }
type ColumnField = ListedField & { readonly name: ListColumnName; readonly list: Required<ListColumn> }

export const listedFields = clientFields.filter((field): field is ListedField => field.list !== undefined)

export const listColumns = listedFields
  .filter((field): field is ColumnField => field.list.heading !== undefined)
  .sort((one, other) => one.list.place - other.list.place)
