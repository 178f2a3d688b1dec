/**
 * The screens and dialogs that `npm test` audits with axe, each in one browser test:
 * `expectAccessible(page, '<name>')`, or `audit: '<name>'` in the table of a test that opens several screens.
 */
export const auditedScreens: readonly string[] = []
