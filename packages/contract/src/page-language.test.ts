import { describe, expect, test } from 'vitest'
import { firstLanguage, languageInCookies } from './page-language.ts'

describe('firstLanguage', () => {
  test.each([
    [['es-MX', 'en'], 'es'],
    [['fr-FR', ' pt-BR;q=0.8'], 'pt'],
    [['de'], 'en'],
    [[], 'en'],
  ])('given a browser that asks for %j, when the portal starts, then it speaks %s', (preferred, language) => {
    expect(firstLanguage(preferred)).toBe(language)
  })
})

describe('languageInCookies', () => {
  test.each([
    ['portalLanguage=es', 'es'],
    ['a=b; portalLanguage=pt; c=d', 'pt'],
    ['xportalLanguage=es', undefined],
    ['portalLanguage=fr', undefined],
    ['', undefined],
  ])('given the cookies %j, when they are read, then the choice is %s', (cookies, language) => {
    expect(languageInCookies(cookies)).toBe(language)
  })
})
