import type { PrincipalStatement } from '@agency/contract/principal'
import type { ClientTexts } from '@agency/contract/texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { ImportSteps } from '../../../test/import-steps.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { storeStop } from '../../platform/outbox/text-opt-outs.ts'
import { readOptOut } from './mapping/cell-values.ts'

let core: Core
let admin: PrincipalStatement
let imports: ImportSteps
beforeAll(async () => {
  core = await startCore({ RECORD_READS_LIMIT: '100000', RECORD_READS_ALERT: '100000' })
  admin = await core.admin()
  imports = new ImportSteps(core, admin)
})
afterAll(() => core.close())

const stopsOf = async (id: string) => {
  const { numbers }: ClientTexts = (await core.ask(admin, { method: 'GET', url: `/clients/${id}/texts` })).json()
  return numbers.map(({ stopped }) => stopped && `${stopped.by} ${stopped.at.slice(0, 10)}`)
}
const eventsOf = async (id: string): Promise<string[]> => {
  const { events } = (await core.ask(admin, { method: 'GET', url: `/audit?client_id=${id}` })).json()
  return events.map(({ action }: { action: string }) => action)
}
let phones = 1_000
const newPhone = () => `(305) 555-${phones++}`

describe('opt-outs of a file', () => {
  it('[BK-40] given clients who want no texts, when imported, then their numbers are stopped; checked again nothing is new; reverted, all but a later wish is lifted @full', async () => {
    const seed = (name: string, phone: string) =>
      seedClient(core, admin, { client_first_name: name, client_last_name: 'Optout', primary_phone: phone })
    const [one, two, three, four] = [newPhone(), newPhone(), newPhone(), newPhone()]
    const ann = await seed('Ann', one)
    const bob = await seed('Bob', two)
    const cy = await seed('Cy', three)
    const file = [
      'First Name,Last Name,Cell,Home Phone,Do Not Call',
      `Ann,Optout,${one},${newPhone()},3/4/2025`,
      `Bob,Optout,${two},,X`,
      `Cy,Optout,${three},,no`,
      `Di,Optout,${four},,perhaps`,
    ].join('\n')
    const { id } = await imports.check(file)
    expect(await imports.rows(id)).toMatchObject([
      { outcome: 'update', values: [{ field: 'secondary_phone' }, { field: 'no_texts', value: '2025-03-04' }] },
      { outcome: 'update', values: [{ field: 'no_texts', former: null, value: 'yes' }] },
      { outcome: 'skip', values: [] },
      { outcome: 'create', reasons: [{ field: 'no_texts', message: expect.stringMatching(/neither yes nor no/) }] },
    ])
    expect(await stopsOf(bob)).toEqual([null])
    await imports.step(id, 'run', 'done')
    expect(await stopsOf(ann)).toEqual(['staff 2025-03-04', 'staff 2025-03-04'])
    expect(await stopsOf(bob)).toEqual([expect.stringMatching(/^staff 2/)])
    expect(await stopsOf(cy)).toEqual([null])
    expect(await eventsOf(bob)).toEqual(['client.texts-stopped', 'client.created'])

    expect((await imports.check(file)).counts).toMatchObject({ skip: 4 })
    await storeStop(core.app.db, { number: `+1${two.replace(/\D/g, '')}`, source: 'client', adminId: null })
    await imports.step(id, 'revert', 'reverted')
    expect(await stopsOf(ann)).toEqual([null])
    expect(await stopsOf(bob)).toEqual([expect.stringMatching(/^client 2/)])
    expect((await eventsOf(ann))[0]).toBe('client.texts-allowed')
  })

  it('[BK-40] given a new client who wants no texts, when the import is reverted, then nobody is left, and the number may be texted @full', async () => {
    const phone = newPhone()
    const { id } = await imports.import(`Name,Cell,Opt Out\nEve Optout,${phone},yes\n`)
    const [row] = await imports.rows(id)
    expect(await stopsOf(row?.client?.id ?? '')).toEqual([expect.stringMatching(/^staff/)])
    await imports.step(id, 'revert', 'reverted')
    const eve = await seedClient(core, admin, { client_first_name: 'Eve', primary_phone: phone })
    expect(await stopsOf(eve)).toEqual([null])
  })

  it('[BK-40] given columns for calls and for texts, when checked, then a no in any of them counts, and one that is unclear', async () => {
    const rows = ['Al,Optcol,Y,', 'Bo,Optcol,,Y', 'Cy,Optcol,no,3/4/2025', 'Di,Optcol,,perhaps', 'Ed,Optcol,N,']
    const { id } = await imports.check(['First Name,Last Name,Do Not Call,SMS Opt Out', ...rows].join('\n'))
    const stops = (await imports.rows(id)).map(({ values }) => values.find(({ field }) => field === 'no_texts')?.value)
    expect(stops).toEqual(['yes', 'yes', '2025-03-04', 'yes', undefined])
  })

  it('[BK-40] given a wish of somebody without a number, when imported, then it is in the notes; a new number of whom wanted none is stopped too', async () => {
    const [former, next] = [newPhone(), newPhone()]
    const head = 'First Name,Last Name,Email,Cell'
    const rows = [
      'Fay,Wish,fay@wish.example,,Y',
      `Gil,Wish,gil@wish.example,${former},Y`,
      'Hal,Wish,hal@wish.example,,',
    ]
    const first = await imports.import([`${head},SMS Opt Out`, ...rows].join('\n'))
    const [fay, gil] = await imports.rows(first.id)
    expect(fay?.reasons).toEqual([{ field: 'no_texts', message: expect.stringContaining('goes to the notes') }])
    const record = await core.ask(admin, { method: 'GET', url: `/clients/${fay?.client?.id}` })
    expect(record.json().notes).toContain('No text messages (opt-out): yes')
    expect((await imports.check([`${head},SMS Opt Out`, ...rows].join('\n'))).counts).toMatchObject({ skip: 3 })
    const second = await imports.import(
      `${head}\nGil,Wish,gil@wish.example,${next}\nHal,Wish,hal@wish.example,${newPhone()}\n`,
    )
    const [changed, other] = await imports.rows(second.id)
    expect(changed?.reasons).toContainEqual({ field: 'no_texts', message: expect.stringContaining('stopped before') })
    expect(await stopsOf(gil?.client?.id ?? '')).toEqual([expect.stringMatching(/^staff/)])
    expect(await stopsOf(other?.client?.id ?? '')).toEqual([null])
    await imports.import(`${head}\nFay,Wish,fay@wish.example,${newPhone()}\n`)
    expect(await stopsOf(fay?.client?.id ?? '')).toEqual([expect.stringMatching(/^staff/)])
  })

  it.each([
    ['Y', { since: null }],
    ['checked', { since: null }],
    ['✓', { since: null }],
    ['Do not call', { since: null }],
    ['13/2/2025', { since: '2025-02-13' }],
    ['opted in', null],
    ['unsubscribed', { since: null }],
    ['0', null],
    ['maybe', undefined],
  ])('[BK-40] given %s, when it is read, then it says %o', (text, wish) => {
    expect(readOptOut(text, 'mdy')).toEqual(wish)
  })

  it.each([
    ['I agree', null],
    ['Yes, please', null],
    ['I do not agree', { since: null }],
    ['NEVER_SUBSCRIBED', { since: null }],
    ['Declined', { since: null }],
    ['1/2/2025', null],
    ['perhaps', undefined],
  ])('[BK-40] given %s under a heading that asks for consent, when it is read, then it says %o', (text, wish) => {
    expect(readOptOut(text, 'mdy', true)).toEqual(wish)
  })
})
