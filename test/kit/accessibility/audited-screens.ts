/**
 * The screens and dialogs that `npm test` audits with axe, each in one browser test:
 * `expectAccessible(page, '<name>')`, or `audit: '<name>'` in the table of a test that opens several screens.
 */
export const auditedScreens: readonly string[] = [
  'portal-adopt-signature-dialog',
  'portal-completed-document',
  'portal-consent',
  'portal-decline-dialog',
  'portal-document',
  'portal-document-with-fields',
  'portal-documents',
  'portal-link',
  'portal-passcode',
  'portal-session-code',
  'portal-signature',
]
