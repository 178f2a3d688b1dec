import { isUuid } from '@agency/contract/common'
import Format from 'typebox/format'

/** PostgreSQL accepts offsets from UTC of less than 16 hours; RFC 3339 allows up to 23:59. */
const storableOffset = /(?:z|[+-](?:0\d|1[0-5]):\d\d)$/i

/** Four digits on the wire, no year 0 in PostgreSQL; the first and last are out: a day more or less stays storable. */
function hasStorableYear(text: string): boolean {
  // JavaScript knows no leap seconds.
  const year = new Date(text.replace(/:60(?=[.z+-])/i, ':59')).getUTCFullYear()
  return year >= 2 && year <= 9998
}

export const storableFormats: Readonly<Record<'date' | 'date-time' | 'uuid', (text: string) => boolean>> = {
  date: (text) => Format.IsDate(text) && hasStorableYear(text),
  'date-time': (text) => Format.IsDateTime(text) && storableOffset.test(text) && hasStorableYear(text),
  // Ajv's check also accepts `urn:uuid:`, which PostgreSQL does not.
  uuid: isUuid,
}

// TypeBox checks the fields of multipart bodies.
for (const [name, check] of Object.entries(storableFormats)) Format.Set(name, check)
