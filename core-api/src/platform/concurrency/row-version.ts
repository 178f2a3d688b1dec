import { sql } from 'kysely'

/** For each field, the version of the record that last changed it. */
export type FieldVersions = Record<string, number>

/** @param fields as they are named on the wire */
export const nextVersion = (fields: readonly string[]) => ({
  version: sql<number>`version + 1`,
  field_versions: sql<FieldVersions>`field_versions ||
    (SELECT coalesce(jsonb_object_agg(field, version + 1), '{}') FROM unnest(${[...fields]}::text[]) AS field)`,
})
