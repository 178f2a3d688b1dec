/**
 * The screens and dialogs that `npm test` audits with axe, each in one browser test:
 * `expectAccessible(page, '<name>')`, or `audit: '<name>'` in the table of a test that opens several screens.
 */
export const auditedScreens: readonly string[] = [
  'activity-dialog',
  'add-admin',
  'add-form',
  'admins',
  'alert',
  'client-dialog',
  'client-record',
  'clients',
  'command-palette',
  'connection-banner',
  'create-document',
  'dashboard',
  'delete-admin-question',
  'delete-question',
  'document-dialog',
  'edit-admin',
  'edit-document',
  'edit-form',
  'forms',
  'health',
  'login',
  'place-fields',
  'proposed-changes',
  'session',
  'upload-documents-failed',
]
