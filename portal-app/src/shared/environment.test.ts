import { describe, expect, test } from 'vitest'
import { testEnvironment } from '../testing/page-environment.ts'
import { parseEnvironment } from './environment.ts'

describe('parseEnvironment', () => {
  test('[AP-10] given what the serving side wrote, when it is read, then the base of the API is the one it names', () => {
    const given = { ...testEnvironment, apiBase: 'https://api.example.com' }

    expect(parseEnvironment(JSON.stringify(given))).toEqual(given)
  })

  test('given several faults, when it is read, then the error names them all', () => {
    const given = { ...testEnvironment, apiBase: 7, agency: { ...testEnvironment.agency, phone: undefined } }

    expect(() => parseEnvironment(JSON.stringify(given))).toThrow('apiBase must be a text; agency.phone must be a text')
  })
})
