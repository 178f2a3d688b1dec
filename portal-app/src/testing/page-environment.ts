import type { Environment } from '@agency/contract/environment'

/**
 * The environment that the server writes into the page. The API's address is absolute: jsdom has no page to resolve it
 * from.
 */
export const testEnvironment: Environment = {
  apiBase: 'http://localhost:3000/session/_api',
  uiBase: '/session/_ui/',
  agency: { name: 'Sunrise Insurance', phone: '(555) 010-0199', website: 'https://www.example.com/', logo: null },
  portalUrl: 'http://localhost:3000/session/',
}

const script = document.createElement('script')
script.type = 'application/json'
script.id = 'env'
script.textContent = JSON.stringify(testEnvironment)
document.head.append(script)
