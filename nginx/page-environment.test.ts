import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Environment } from 'contract/environment'
import { Value } from 'typebox/value'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { agencyName, clientHost, staffHost, website } from './testing/deployment.ts'
import { runPageScript } from './testing/run-page-script.ts'
import { send, textOf } from './testing/send.ts'

const element = /<script type="application\/json" id="env">([\s\S]*?)<\/script>/
const settings = {
  AGENCY_NAME: 'Harbor & Hale',
  AGENCY_PHONE: '(555) 010-0100',
  AGENCY_WEBSITE: 'https://www.agency.example',
  PUBLIC_URL: 'https://clients.agency.example/',
  API_BASE: '/session/_api',
  UI_BASE: '/session/_ui/',
}
const source = `<head>\n  <script type="application/json" id="env">\n    { "apiBase": "x" }\n  </script>\n</head>\n<body>\\1 &amp;</body>\n`

const environmentIn = (page: string): Environment => Value.Parse(Environment, JSON.parse(element.exec(page)?.[1] ?? ''))

/** Fills in a page of its own. @returns what was written */
function fillPage(overrides: Record<string, string>, page = source): string {
  const directory = mkdtempSync(join(tmpdir(), 'page-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'index.html'), page)
  const target = join(directory, 'written')
  runPageScript({ ...settings, ...overrides, FILES_DIRECTORY: directory, PAGE_DIRECTORY: target })
  return readFileSync(join(target, 'index.html'), 'utf8')
}

describe('given an app behind nginx', () => {
  const { routerPort } = inject('deployment')

  test.each([
    [clientHost, '/session/', '/session'],
    [staffHost, '/admin/', '/admin'],
  ])('when %s%s is opened, it is told this deployment’s settings', async (host, path, base) => {
    const page = textOf(await send(routerPort, { host, path }))
    expect(environmentIn(page)).toEqual({
      apiBase: `${base}/_api`,
      uiBase: `${base}/_ui/`,
      agency: { name: agencyName, phone: '(555) 010-0100', website, logo: null },
      portalUrl: `https://${clientHost}/session/`,
    })
    expect(page).not.toContain('alert("1")')
    expect(page).toMatch(/<\/html>\s*$/)
  })
})

describe('given a page', () => {
  test('when it is filled in, nothing else in it changes', () => {
    const [before, after] = source.split(element.exec(source)?.[1] ?? 'nothing')
    const page = fillPage({})
    expect(page.startsWith(before ?? 'nothing')).toBe(true)
    expect(page.endsWith(after ?? 'nothing')).toBe(true)
  })

  test.each([
    'quotes " and \' and `',
    'back \\ slashes \\n \\\\ \\" \\u0041',
    'a & b && \\& | /',
    '</script><!-- <b>',
    'first\nsecond\r\n\tthird\n',
    `$HOME \${HOME} $(id) %s %d`,
    'São Paulo – 東京 🖋 \u2028',
    Array.from({ length: 31 }, (_, code) => String.fromCharCode(code + 1)).join('\u007f'),
  ])('when a setting is %j, the app reads exactly that', (text) => {
    const page = fillPage({ AGENCY_NAME: text, AGENCY_PHONE: text, AGENCY_WEBSITE: `https://x/${text}` })
    expect(environmentIn(page).agency).toMatchObject({ name: text, phone: text, website: `https://x/${text}` })
  })

  test('when the agency has a logo, the app is told where it is', () => {
    expect(environmentIn(fillPage({ AGENCY_LOGO: '/session/logo.svg' })).agency.logo).toBe('/session/logo.svg')
  })

  test('when settings are missing or wrong, the container does not start, and says all that is wrong', () => {
    const wrong = { AGENCY_NAME: '', AGENCY_WEBSITE: 'javascript:alert(1)', UI_BASE: '/session/_ui' }
    expect(() => fillPage(wrong)).toThrow(/AGENCY_NAME[\s\S]*AGENCY_WEBSITE[\s\S]*UI_BASE/)
    expect(() => fillPage({}, '<html></html>')).toThrow(/no element for the settings/)
  })
})
