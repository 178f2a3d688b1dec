import { describe, expect, it, onTestFinished } from 'vitest'
import { portalPageWithScreens, startFakeFileServer } from '../../../test/fake-file-server.ts'
import { startBff } from '../../../test/start-bff.ts'

async function start() {
  const files = await startFakeFileServer()
  files.files['index.html'] = portalPageWithScreens()
  const bff = await startBff(files.settings)
  onTestFinished(async () => {
    await bff.close()
    await files.close()
  })
  const get = (url: string) => bff.app.inject({ url, headers: { host: 'client.localhost' } })
  return { ...bff, get }
}

describe('the agency on pages', () => {
  it('given a name, logo and colour that change, when a page is opened, then it has the new ones at once', async () => {
    const { core, get } = await start()
    expect((await get('/session/ABCD')).body).toContain('<a href="tel:3055550100">Harbor Lane HL</a>')
    Object.assign(core.agency, { name: 'Sun & Sons', logo: 'logo-abc.svg', theme: 'theme-abc.css' })
    const { body } = await get('/session/')
    expect(body).toContain('"logo":"/session/_api/agency/logo-abc.svg"')
    expect(body).toContain('<link rel="stylesheet" href="/session/_api/agency/theme-abc.css"></head>')
    core.agency.website = 'https://www.sunrise.agency/'
    expect((await get('/')).headers.location).toBe('https://www.sunrise.agency/')
  })

  it('given no phone and no web site, when a page is opened, then it names neither, and other paths lead to the portal', async () => {
    const { core, get } = await start()
    Object.assign(core.agency, { phone: null, website: null })
    const { body } = await get('/session/ABCD')
    expect(body).toContain('"phone":null,"website":null')
    expect(body).toContain('<a href="tel:">')
    expect((await get('/')).headers.location).toBe('/session/')
  })

  it('given core-api is gone, when a page is opened, then it shows the agency as it was last read', async () => {
    const { core, get } = await start()
    await get('/session/')
    await core.close()
    expect((await get('/session/')).body).toContain('"name":"Harbor Lane"')
    expect((await get('/')).headers.location).toBe('https://www.example.com')
  })
})
