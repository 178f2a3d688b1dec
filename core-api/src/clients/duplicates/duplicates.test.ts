import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, seedClient, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let id: string
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  id = await seedClient(core, admin, {
    client_first_name: 'Zoë',
    client_last_name: 'Núñez',
    dob: '1980-02-28',
    primary_email: 'Zoe@Mail.example',
    primary_phone: '+1 (305) 555-0199',
    secondary_email: 'zoe@work.example',
    secondary_phone: '786 555 0198',
  })
})
afterAll(() => core.close())

const find = (query: Record<string, string>, as = admin) =>
  core.ask(as, { method: 'GET', url: `/clients/duplicates?${new URLSearchParams(query)}` })
const none = { same_email: false, same_phone: false, same_name: false }

describe('likely duplicates', () => {
  it.each<[string, Record<string, string>, object]>([
    ['the e-mail address in other case', { email: 'zoe@mail.EXAMPLE' }, { same_email: true }],
    ['the secondary e-mail address', { email: 'zoe@work.example' }, { same_email: true }],
    ['the phone number in other writing', { phone: '305.555.0199' }, { same_phone: true }],
    ['the secondary phone number', { phone: '+1 786-555-0198' }, { same_phone: true }],
    ['the name without accents', { first_name: 'ZOE', last_name: 'nunez ' }, { same_name: true }],
    ['the names swapped', { first_name: 'Nuñez', last_name: 'Zoe' }, { same_name: true }],
    ['blanks and invisible characters', { first_name: ' Zo\u200bë ', last_name: 'Nú  ñez' }, { same_name: true }],
    ['blanks round the e-mail address', { email: '\u00a0zoe@mail.example ' }, { same_email: true }],
    ['the phone number with an extension', { phone: '305-555-0199 ext 4' }, { same_phone: true }],
    ['the phone number as a page copies it', { phone: '\u202d305\u2011555\u20110199\u202c' }, { same_phone: true }],
    ['name and birth date', { first_name: 'Zoë', last_name: 'Núñez', dob: '1980-02-28' }, { same_name: true }],
    [
      'several of them',
      { first_name: 'Zoe', last_name: 'Nunez', email: 'zoe@mail.example', phone: '3055550199' },
      { same_email: true, same_phone: true, same_name: true },
    ],
  ])('[OF-07] given %s, when looked for, then the client is named with what agrees', async (_what, query, agrees) => {
    expect((await find(query)).json()).toMatchObject({ clients: [{ id, dob: '1980-02-28', ...none, ...agrees }] })
  })

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['one name alone', { last_name: 'Núñez' }],
    ['the start of the names', { first_name: 'Zo', last_name: 'Núñ' }],
    ['the name with another birth date', { first_name: 'Zoë', last_name: 'Núñez', dob: '1980-03-01' }],
    ['the end of the e-mail address', { email: 'e@mail.example' }],
    ['four digits', { phone: '0199' }],
    ['wildcards', { email: '%@mail.example', first_name: '%', last_name: '%' }],
  ])('[OF-07] given %s, when looked for, then nobody is named', async (_what, query) => {
    expect((await find(query)).json()).toEqual({ clients: [] })
  })

  it.each<[Record<string, string>, Record<string, string>]>([
    [
      { client_first_name: 'Bob ', client_last_name: 'Jones' },
      { first_name: 'Bob', last_name: 'Jones' },
    ],
    [
      { client_first_name: 'Mary  Ann', client_last_name: 'Lee' },
      { first_name: 'Mary Ann', last_name: 'Lee' },
    ],
    [
      { client_first_name: 'Ann-Marie', client_last_name: 'O’Hara' },
      { first_name: 'Ann Marie', last_name: "O'Hara" },
    ],
    [
      { client_first_name: 'Lee', client_last_name: 'Chen' },
      { first_name: 'Chen', last_name: 'Lee' },
    ],
    [
      { client_first_name: 'Jürgen', client_last_name: 'Müller' },
      { first_name: 'Juergen', last_name: 'Mueller' },
    ],
    [
      { client_first_name: 'Goetz', client_last_name: 'Aagaard' },
      { first_name: 'Ågård', last_name: 'Götz' },
    ],
    [
      { client_first_name: 'Søren', client_last_name: 'Ærø-Muehl' },
      { first_name: 'Sören', last_name: 'Aeroe Mühl' },
    ],
    [{ primary_email: ' bob@example.com ' }, { email: 'bob@example.com' }],
    [{ primary_phone: '786-555-0001 ext 4' }, { phone: '7865550001' }],
    [{ secondary_phone: '\u202d786‑555‑0002 x12\u202c' }, { phone: '786 555 0002' }],
  ])('[FN-01] given %o in the record, when %o is added, then the duplicate is named', async (stored, added) => {
    const known = await seedClient(core, admin, stored)
    expect((await find(added)).json()).toMatchObject({ clients: [{ id: known }] })
  })

  it('[OF-07] given no day, a client or nobody, when asked, then it is refused', async () => {
    expect((await find({ dob: '1980-02-31' })).statusCode).toBe(400)
    const { session } = await seedSession(core)
    expect((await find({ email: 'zoe@mail.example' }, await openAsClient(core, session))).statusCode).toBe(404)
    expect((await find({ email: 'zoe@mail.example' }, nobody)).statusCode).toBe(401)
  })
})
