/** Base path of the portal. It ends in a slash, so that the code screen is `/session/`. */
export const basePath = '/session/'

/** The route patterns, without the base. */
export const routes = {
  code: '/',
  verify: '/verify',
  passcode: '/:code',
  dashboard: '/:code/dashboard',
  form: '/:code/form/:formId',
} as const

export const paths = {
  code: () => '/',
  verify: () => '/verify',
  passcode: (code: string) => `/${encodeURIComponent(code)}`,
  dashboard: (code: string) => `/${encodeURIComponent(code)}/dashboard`,
  form: (code: string, formId: string) => `/${encodeURIComponent(code)}/form/${encodeURIComponent(formId)}`,
}
