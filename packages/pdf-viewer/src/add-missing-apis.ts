import { addMissingApis } from './missing-apis.ts'

// Imported before pdf.js, which calls some of them while it is loaded.
addMissingApis()
