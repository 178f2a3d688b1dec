import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
const ask = async (method: Method, url: string, payload?: object, headers: Record<string, string> = {}) =>
  core.ask(await core.admin(), { method, url, headers, ...(payload ? { payload } : {}) })
const addForm = async (title: string): Promise<string> =>
  (await ask('POST', '/global-forms', { title, type: 'Link', source: 'https://example.com' })).json().id
const titlesOf = (answer: { json(): { data: { title: string }[] } }) => answer.json().data.map(({ title }) => title)
let added = 0
const addPreset = async (form_ids: string[], rest: object = {}) => {
  added += 1
  const preset = { name: ` Renewal packet ${added} `, session_type: 'renewal', form_ids, ...rest }
  return (await ask('POST', '/form-presets', preset)).json()
}

describe('presets', () => {
  it('[OF-09] given a preset, when it is added, changed and deleted, then the list follows, in the order of its forms @full', async () => {
    const [a, b] = [await addForm('A'), await addForm('B')]
    const preset = await addPreset([b, a])
    expect(preset).toMatchObject({ name: 'Renewal packet 1', session_type: 'renewal', form_ids: [b, a] })
    const changed = await ask('PUT', `/form-presets/${preset.id}`, { form_ids: [a], session_type: null })
    expect(changed.json()).toMatchObject({ form_ids: [a], session_type: null, version: 2 })
    expect((await ask('GET', '/form-presets')).json()).toContainEqual(changed.json())
    const old = { 'if-match': '"1"' }
    expect((await ask('PUT', `/form-presets/${preset.id}`, { form_ids: [b] }, old)).json().code).toBe('EDIT_CONFLICT')
    expect((await ask('DELETE', `/form-presets/${preset.id}`)).statusCode).toBe(204)
    expect((await ask('DELETE', `/form-presets/${preset.id}`)).statusCode).toBe(404)
  })

  it.each([
    ['no forms', { form_ids: [] }, 'form_ids'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a form that is not in the library', { form_ids: ['01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'] }, 'form_ids'],
  ])(
    'given a preset with %s, when it is added, then 400 names the field and nothing is stored',
    async (_what, rest, field) => {
      const before = (await ask('GET', '/form-presets')).json().length
      const refused = await addPreset([await addForm('A')], rest)
      expect(refused.details).toMatchObject([{ field }])
      expect((await ask('GET', '/form-presets')).json()).toHaveLength(before)
    },
  )

  it('given a preset, when another is added or renamed to its name, in any case, then 400 names the field', async () => {
    const forms = [await addForm('A')]
    const couple = await addPreset(forms, { name: 'Couple' })
    const other = await addPreset(forms, { name: 'Family' })
    expect((await addPreset(forms, { name: 'couple ' })).details).toMatchObject([{ field: 'name' }])
    const renamed = await ask('PUT', `/form-presets/${other.id}`, { name: 'COUPLE' })
    expect(renamed.json().details).toMatchObject([{ field: 'name' }])
    expect((await ask('PUT', `/form-presets/${couple.id}`, { name: 'couple' })).json()).toMatchObject({
      name: 'couple',
    })
  })

  it('[OF-09] given an archived form in a preset, when it is listed, then the form is left out', async () => {
    const [a, b] = [await addForm('A'), await addForm('B')]
    const { id } = await addPreset([a, b])
    await ask('PUT', `/global-forms/${a}`, { archived: true })
    const listed = (await ask('GET', '/form-presets')).json().find((preset: { id: string }) => preset.id === id)
    expect(listed.form_ids).toEqual([b])
  })
})

describe('attaching a preset', () => {
  it('[OF-09] given a session with one of the forms, when the preset is attached twice, then each form is there once @full', async () => {
    const { session } = await seedSession(core)
    const [a, b] = [await addForm('A'), await addForm('B')]
    await ask('POST', '/sessionforms', { session_id: session.id, form_id: b })
    const { id } = await addPreset([a, b])
    const url = `/sessionforms/session/${session.id}/presets/${id}`
    expect(titlesOf(await ask('POST', url))).toEqual(['B', 'A'])
    expect(titlesOf(await ask('POST', url))).toEqual(['B', 'A'])
  })

  it('given a session or a preset that is not there, when it is attached, then 404', async () => {
    const { session } = await seedSession(core)
    const unknown = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
    const { id } = await addPreset([await addForm('A')])
    for (const [one, other] of [
      [session.id, unknown],
      [unknown, id],
    ])
      expect((await ask('POST', `/sessionforms/session/${one}/presets/${other}`)).statusCode).toBe(404)
  })
})
