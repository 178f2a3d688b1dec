import { describe, expect, test } from 'vitest'
import type { Environment } from './environment.ts'
import { parseEnvironment } from './page-environment.ts'

const environment: Environment = {
  apiBase: '/session/_api',
  uiBase: '/session/_ui/',
  agency: { name: 'Sunrise Insurance', phone: '(555) 010-0199', website: 'https://www.example.com/', logo: null },
  portalUrl: 'https://client.example.com/session/',
}

describe('parseEnvironment', () => {
  test('[AP-10] given what the serving side wrote, when it is read, then the base of the API is the one it names', () => {
    const given = { ...environment, apiBase: 'https://api.example.com' }

    expect(parseEnvironment(JSON.stringify(given))).toEqual(given)
  })

  test('given several faults, when it is read, then the error names them all', () => {
    const given = { ...environment, apiBase: 7, agency: { ...environment.agency, phone: undefined } }

    expect(() => parseEnvironment(JSON.stringify(given))).toThrow('apiBase must be a text; agency.phone must be a text')
  })
})
