import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { multipart, openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

const unset = { AGENCY_NAME: 'Your Agency', AGENCY_PHONE: '(555) 010-0100' }
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  core = await startCore({ AGENCY_NAME: 'Sunrise', AGENCY_WEBSITE: 'https://www.sunrise.agency' })
  admin = await core.admin()
})
afterAll(() => core.close())

const settings = async () => (await core.ask(admin, { url: '/agency-settings' })).json()
const change = (payload: object, headers = {}, as = admin) =>
  core.ask(as, { method: 'PATCH', url: '/agency-settings', payload, headers })
const shown = async () => (await core.ask(nobody, { url: '/agency' })).json()
const setLogo = async (content: Buffer, as = admin) =>
  core.ask(as, { method: 'POST', url: '/agency-settings/logo', ...(await multipart({}, content)) })

describe('the settings of the agency', () => {
  it('[OF-16] given the environment’s, when a power admin changes some, then they are in force at once, and on the trail', async () => {
    expect(await settings()).toMatchObject({
      name: 'Sunrise',
      website: 'https://www.sunrise.agency',
      missing: [],
      version: 1,
    })
    const changed = await change({ name: 'Sun & Sons', address: '12 Bay St, Miami, FL 33101' }, { 'if-match': '"1"' })
    expect(changed.headers.etag).toBe('"2"')
    expect(await shown()).toMatchObject({
      name: 'Sun & Sons',
      phone: '(305) 555-0100',
      website: 'https://www.sunrise.agency',
    })
    const events = await auditEvents(core.app.db).select('fields').where('action', '=', 'agency.changed').execute()
    expect(events).toEqual([{ fields: ['name', 'address'] }])
  })

  it('given two edits of one version, when they change the same field, then the second is a conflict; other fields merge', async () => {
    const { version } = await settings()
    const seen = { 'if-match': `"${version}"` }
    expect((await change({ phone: '(305) 555-0101' }, seen)).statusCode).toBe(200)
    expect((await change({ phone: '(305) 555-0102' }, seen)).json()).toMatchObject({ code: 'EDIT_CONFLICT' })
    expect((await change({ website: null }, seen)).json()).toMatchObject({ phone: '(305) 555-0101', website: null })
  })

  it('given values that are not usable, when they are sent, then 400 names each field, and nothing changes', async () => {
    const before = await settings()
    const answer = await change({ name: ' ', phone: 'none', color: '#ffffff' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details.map(({ field }: { field: string }) => field)).toEqual(['name', 'phone', 'color'])
    expect((await change({ nickname: 'x' })).statusCode).toBe(400)
    expect(await settings()).toEqual(before)
  })

  it('given a picture, when it is the logo, then it is shown under a name of its content until it is removed', async () => {
    expect((await setLogo(png)).json().logo).toMatch(/^logo-[\w-]{10}\.png$/)
    const { logo } = await shown()
    const image = await core.ask(nobody, { url: `/agency/${logo}` })
    expect(image.headers['content-type']).toBe('image/png')
    expect(image.rawPayload).toEqual(png)
    expect((await setLogo(Buffer.from('not a picture'))).json().details).toMatchObject([{ field: 'file' }])
    for (const more of [110_000, 3_000_000])
      expect((await setLogo(Buffer.concat([png, Buffer.alloc(more)]))).json().message).toContain('larger than 100 kB')
    expect((await change({ logo: null })).json().logo).toBeNull()
    expect((await core.ask(nobody, { url: `/agency/${logo}` })).statusCode).toBe(404)
  })

  it('given staff without power, or nobody, when they read or change them, then 403 or 401, and nothing changes', async () => {
    const { as } = await seedColleague(core, 'standard')
    const before = await settings()
    for (const [who, status] of [
      [as, 403],
      [nobody, 401],
    ] as const) {
      expect((await core.ask(who, { url: '/agency-settings' })).statusCode).toBe(status)
      expect((await change({ name: 'Mine' }, {}, who)).statusCode).toBe(status)
      expect((await setLogo(png, who)).statusCode).toBe(status)
    }
    expect(await settings()).toEqual(before)
  })

  it('given a name that changes while a client reads the disclosure, when the client agrees, then 400 until the new text was read', async () => {
    const { session } = await seedSession(core)
    const client = await openAsClient(core, session)
    const base = `/session/${session.session_code}`
    const read = async () => (await core.ask(client, { url: `${base}/disclosure` })).json()
    const agree = ({ version, language, sha256 }: Record<string, string>) =>
      core.ask(client, { method: 'POST', url: `${base}/consent`, payload: { version, language, sha256 } })
    const old = await read()
    await change({ name: 'Moon & Daughters' })
    expect((await agree(old)).json()).toMatchObject({ code: 'INVALID_INPUT', details: [{ field: 'sha256' }] })
    const current = await read()
    expect(current.text).toContain('Moon & Daughters')
    const consent = (as: PrincipalStatement) => core.ask(as, { url: `${base}/consent` })
    expect((await consent(await core.admin())).statusCode).toBe(404)
    expect((await agree(current)).statusCode).toBe(204)
    // What was shown stays readable after the next change.
    await change({ name: 'Star & Sons' })
    expect((await consent(await core.admin())).json()).toEqual({ ...current, consented_at: expect.any(String) })
    expect((await consent(client)).statusCode).toBe(404)
  })
})

describe('an agency without a name or a phone number', () => {
  it('[TR-01] given examples in the environment, then nobody is told them, Health names what is missing, and nothing reaches a client', async () => {
    const bare = await startCoreForTest(unset)
    const power = await bare.admin()
    const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
      bare.ask(power, { method, url, ...(payload && { payload }) })
    expect((await ask('GET', '/agency')).json()).toEqual({
      name: 'Agency portal',
      phone: null,
      website: null,
      logo: null,
      theme: null,
    })
    const health = async () =>
      (await ask('GET', '/health-report')).json().find(({ id }: { id: string }) => id === 'agency')
    expect(await health()).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/name and phone number are not set.*screen Agency/),
    })
    const journey = await seedSession(bare)
    const form = await seedForm(bare, journey)
    const code = journey.session.session_code
    const sends = () =>
      Promise.all([
        ask('POST', `/session/${code}/messages`, { link: 'none', passcode: 'none' }),
        ask('POST', `/session/${code}/handed-over`),
        ask('POST', `/sessionforms/${form.id}/remind`),
      ])
    for (const refused of await sends()) {
      expect(refused.json()).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('screen Agency') })
    }
    const [stored] = await bare.app.db.selectFrom('session_forms').select('sent_at').execute()
    expect(stored).toEqual({ sent_at: null })
    await ask('PATCH', '/agency-settings', { name: 'Sunrise' })
    expect((await ask('POST', `/session/${code}/handed-over`)).json().message).toMatch(/phone number is not set/)
    await ask('PATCH', '/agency-settings', { phone: '(305) 555-0147' })
    expect((await ask('POST', `/session/${code}/handed-over`)).statusCode).toBe(204)
  })
})
