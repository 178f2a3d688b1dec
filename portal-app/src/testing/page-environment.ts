import type { Environment } from '@agency/contract/environment'

/** The page as the serving side fills it in; the API's address is absolute, since there is no page to start from. */
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
