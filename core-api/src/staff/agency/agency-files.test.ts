import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nobody, startCoreForTest } from '../../../test/core.ts'
import { readConfig } from '../../config.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

function fileWith(name: string, content: string | Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), 'agency-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, name), content)
  return join(directory, name)
}

describe('the first logo and colour of an agency', () => {
  it('given both in the environment, when nobody asks, then they are served, for ever under names made from their content @full', async () => {
    const core = await startCoreForTest({ AGENCY_LOGO: fileWith('logo.svg', svg), AGENCY_COLOR: '#8a1538' })
    const { logo, theme } = (await core.ask(nobody, { url: '/agency' })).json()
    const css = await core.ask(nobody, { url: `/agency/${theme}` })
    expect(css.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(css.body).toContain('#8a1538')
    const image = await core.ask(nobody, { url: `/agency/${logo}` })
    expect(logo).toMatch(/^logo-[\w-]{10}\.svg$/)
    expect(image.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(image.body).toBe(svg)
    expect((await core.ask(nobody, { url: '/agency/logo-0000000000.svg' })).statusCode).toBe(404)
  })

  it('given ones that cannot be used, when the settings are read, then each is told with its reason', () => {
    const read = (settings: Record<string, string>) => () =>
      readConfig({ PRINCIPAL_SECRET: 'p'.repeat(32), ...settings })
    expect(read({ AGENCY_COLOR: '#ffd000', AGENCY_LOGO: '/nowhere/logo.svg' })).toThrow(
      /AGENCY_COLOR: white text[\s\S]*AGENCY_LOGO: names a file that is not there/,
    )
    expect(read({ AGENCY_COLOR: 'red' })).toThrow('AGENCY_COLOR')
    expect(read({ AGENCY_LOGO: fileWith('logo.gif', 'GIF89a') })).toThrow('AGENCY_LOGO: must be a file that ends in')
    expect(read({ AGENCY_LOGO: fileWith('logo.png', svg) })).toThrow('AGENCY_LOGO: is not a .png file by its content')
    expect(read({ AGENCY_LOGO: fileWith('logo.svg', svg.padEnd(200_000)) })).toThrow('AGENCY_LOGO: is larger than')
    expect(read({ AGENCY_WEBSITE: 'https://www.example/ü' })).toThrow('AGENCY_WEBSITE')
  })
})
