import type { FormField, ImportNote } from '@agency/contract/form-fields'
import type { ColumnType } from 'kysely'

type FieldVersions = Record<string, number>
/** A new row has none. */
export type Changed = ColumnType<FieldVersions, never, FieldVersions>
export type Fields = ColumnType<FormField[], string | undefined, string>
/** What staff are told about imported fields. Written as JSON; empty by default. */
export type FieldNotes = ColumnType<ImportNote[], string | undefined, string>
export type Made = ColumnType<string, string | undefined, string>
