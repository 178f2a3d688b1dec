import type { Static } from 'typebox'
import * as Type from 'typebox'
import { listedFields } from './client-list-columns.ts'
import { ClientListQuery } from './clients.ts'
import { Strict } from './common.ts'
import { PolicyListQuery } from './policies.ts'

/** Exports take a list's filter and order, and give all of it. Imported again, an export changes nothing. */

const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The columns that an export of the client list can have, by the names in its rows. */
export const exportedColumns = [...listedFields.map(({ name }) => name), 'owner_name', 'sessions_waiting'] as const

const format = Type.Enum(exportFormats)
const sensitive = Type.Optional(
  Type.Boolean({ description: 'With the values of sensitive fields, each of which is on the audit trail' }),
)

const { limit: _limit, offset: _offset, ...clientFilters } = ClientListQuery.properties
export const ClientExportQuery = Strict({
  ...clientFilters,
  format,
  columns: Type.Optional(
    Type.String({
      maxLength: 500,
      description: `What the list shows, separated by commas: ${exportedColumns.join(', ')}. Whole records without it`,
    }),
  ),
  policies: Type.Optional(
    Type.Boolean({
      description: 'Whole records: also their policies, as a second sheet, or as a second file in a ZIP archive',
    }),
  ),
  sensitive,
})
export type ClientExportQuery = Static<typeof ClientExportQuery>

const { limit: _most, offset: _from, ...policyFilters } = PolicyListQuery.properties
export const PolicyExportQuery = Strict({
  ...policyFilters,
  format,
  whole: Type.Optional(Type.Boolean({ description: 'All fields, not only what the list shows' })),
  sensitive,
})
export type PolicyExportQuery = Static<typeof PolicyExportQuery>
