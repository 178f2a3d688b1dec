import Format from 'typebox/format'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** PostgreSQL takes offsets from UTC of less than 16 hours; RFC 3339 allows up to 23:59, which no place on earth has. */
const storableOffset = /(?:z|[+-](?:0\d|1[0-5]):\d\d)$/i

/** The year in UTC, which has four digits on the wire; PostgreSQL has no year 0. */
function hasStorableYear(text: string): boolean {
  // JavaScript knows no leap seconds.
  const time = new Date(text.replace(/:60(?=[.z+-])/i, ':59'))
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999
}

/** String formats as this service reads them: those of JSON Schema, narrowed to what PostgreSQL stores. */
export const storableFormats: Readonly<Record<'date' | 'date-time' | 'uuid', (text: string) => boolean>> = {
  date: (text) => Format.IsDate(text) && hasStorableYear(text),
  'date-time': (text) => Format.IsDateTime(text) && storableOffset.test(text) && hasStorableYear(text),
  // Ajv's own check also takes `urn:uuid:`, which the database does not.
  uuid: (text) => uuid.test(text),
}

// For the fields of multipart bodies, which TypeBox checks.
for (const [name, check] of Object.entries(storableFormats)) Format.Set(name, check)
