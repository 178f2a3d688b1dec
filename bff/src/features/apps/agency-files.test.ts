import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startFakeFileServer } from '../../../test/fake-file-server.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

const needed = {
  PRINCIPAL_SECRET: 'p'.repeat(32),
  JWT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  COOKIE_SECRET: Buffer.alloc(32, 2).toString('base64'),
  LOG_LEVEL: 'silent',
}
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

function fileWith(name: string, content: string | Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), 'agency-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, name), content)
  return join(directory, name)
}

async function start(settings: Record<string, string>) {
  const server = await startFakeFileServer()
  const app = await buildApp(readConfig({ ...needed, ...server.settings, ...settings }))
  onTestFinished(async () => {
    await app.close()
    await server.close()
  })
  return app
}

describe('the logo and the colour of an agency', () => {
  it('given both, when the page is opened, then it names them, for ever under names made from their content', async () => {
    const app = await start({ AGENCY_LOGO: fileWith('logo.svg', svg), AGENCY_COLOR: '#8a1538' })
    const { body } = await app.inject({ url: '/session/', headers: { host: 'client.localhost' } })
    const [theme = ''] =
      /(?<=<link rel="stylesheet" href=")\/session\/_api\/agency\/theme-[\w-]+\.css(?="><\/head>)/.exec(body) ?? []
    const [logo = ''] = /(?<="logo":")\/session\/_api\/agency\/logo-[\w-]+\.svg/.exec(body) ?? []

    const css = await app.inject(theme)
    expect(css.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(css.body).toContain('#8a1538')
    const image = await app.inject({ url: logo, headers: { host: 'client.localhost' } })
    expect(image.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(image.body).toBe(svg)
    expect((await app.inject({ url: logo.replace('/session', '/admin') })).statusCode).toBe(200)
  })

  it('given neither, when the page is opened, then it has none', async () => {
    const app = await start({})
    const { body } = await app.inject({ url: '/admin/' })
    expect(body).toContain('"logo":null')
    expect(body).not.toContain('/agency/')
  })

  it('given ones that cannot be used, when the settings are read, then each is told with its reason', () => {
    const read = (settings: Record<string, string>) => () => readConfig({ ...needed, ...settings })
    expect(read({ AGENCY_COLOR: '#ffd000', AGENCY_LOGO: '/nowhere/logo.svg', PORT: 'x' })).toThrow(
      /PORT: [\s\S]*AGENCY_COLOR: white text[\s\S]*AGENCY_LOGO: names a file that is not there/,
    )
    expect(read({ AGENCY_COLOR: 'red' })).toThrow('AGENCY_COLOR')
    expect(read({ AGENCY_LOGO: fileWith('logo.gif', 'GIF89a') })).toThrow('AGENCY_LOGO: must be a file that ends in')
    expect(read({ AGENCY_LOGO: fileWith('logo.png', svg) })).toThrow('AGENCY_LOGO: is not a .png file by its content')
    expect(read({ AGENCY_LOGO: fileWith('logo.svg', svg.padEnd(200_000)) })).toThrow('AGENCY_LOGO: is larger than')
  })
})
