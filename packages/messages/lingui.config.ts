import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-json'

const catalogues = ['entry', 'portal', 'certificate', 'reminder', 'invitation', 'consent']

/** English is the source; a catalogue is a folder with a file for each language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es', 'pt'],
  catalogs: catalogues.map((name) => ({ path: `<rootDir>/${name}/{locale}`, include: [] })),
  format: formatter({ style: 'minimal' }),
})
