import { isEmailAddress } from '@agency/contract/email-address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody, startCore } from '../../../test/core.ts'
import { acceptUserName, looksTaken } from './user-name.ts'

const problemOf = (typed: string): unknown => {
  try {
    return acceptUserName(typed)
  } catch (error) {
    return error
  }
}

describe('a user name', () => {
  it.each([
    ['ａｎａ', 'ana'],
    ['  Ana   Lima ', 'Ana Lima'],
    ['e\u0301va', '\u00e9va'],
    ['Жанна', 'Жанна'],
    ['山田taro', '山田taro'],
    ['ana.lima@example.com', 'ana.lima@example.com'],
  ])('given %j, when it is accepted, then it is stored as %j', (typed, stored) => {
    expect(acceptUserName(typed)).toBe(stored)
  })

  it.each([
    ['a zero-width space', 'an\u200ba'],
    ['a soft hyphen', 'an\u00ada'],
    ['a mark that turns the direction', 'ana\u202e'],
    ['a variation selector', 'ana\ufe0f'],
    ['a Hangul filler', 'ana\u3164'],
    ['a blank of Braille', 'ana\u2800'],
    ['a tag character', 'ana\u{e0061}'],
    ['a Cyrillic letter among Latin ones', 'аna'],
    ['a Greek letter among Latin ones', 'αna'],
    ['nothing but spaces', '\u00a0 '],
  ])('given %s, when it is accepted, then it is refused', (_what, typed) => {
    expect(problemOf(typed)).toMatchObject({ details: [{ field: 'username' }] })
  })

  it.each([
    ['ана', 'ана'],
    ['Ana', 'aNA'],
    ['сосо', 'coco'],
    ['ΑΝΑ', 'ana'],
    ['anal', 'ana1'],
    ['rnarie', 'marie'],
    ['ɑna', 'ana'],
  ])('given %s, when compared with %s, then they look the same', (name, other) => {
    expect(looksTaken(name, ['somebody', other])).toBe(true)
  })

  it('given names that differ, when compared, then they are free', () => {
    for (const name of ['anna', 'ána', 'ana2', 'жанна', 'nana']) expect(looksTaken(name, ['ana', 'ana3'])).toBe(false)
  })
})

describe('e-mail addresses', () => {
  it.each(['ana@example.com', "o'neil+a_b.c@mail.example.co", 'a@xn--bcher-kva.example'])(
    'given %s, then it is one',
    (text) => {
      expect(isEmailAddress(text)).toBe(true)
    },
  )

  it.each([
    'ana',
    'ana@example',
    'a@b@example.com',
    'ana@example.com,eve@example.com',
    'ana@example.com eve@example.com',
    'Ana <ana@example.com>',
    '"ana"@example.com',
    'ana.@example.com',
    'a..b@example.com',
    'ana@-example.com',
    'ana@example..com',
    'ana@[192.0.2.1]',
    'аna@example.com',
    'ana@example.com\n',
    `${'a'.repeat(65)}@example.com`,
  ])('given %j, then it is none', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })
})

describe('accounts of staff', () => {
  let core: Core
  beforeAll(async () => {
    core = await startCore()
  })
  afterAll(() => core.close())

  const profile = (username: string, email = `${Math.random().toString(36).slice(2)}@example.com`) => ({
    username,
    email,
    role: 'standard',
    first_name: 'Ana',
    last_name: 'Lima',
  })
  const ask = async (method: 'POST' | 'PUT', url: string, payload: object) =>
    core.ask(await core.admin(), { method, url, payload })
  const create = (username: string, email?: string) =>
    ask('POST', '/admin/create', { ...profile(username, email), password: adminPassword })

  it('given a name, when others that look like it are created, set or invited, then each is refused at the field @full', async () => {
    expect((await create('carla')).statusCode).toBe(201)
    const { id } = (await create('bea')).json()
    for (const username of ['cаrla', 'car\u200bla', 'CARLA', 'car1a', 'ｃａｒｌａ']) {
      const answers = [
        await create(username),
        await ask('PUT', `/admin/${id}/update`, { username }),
        await ask('POST', '/admin/invitations', profile(username)),
      ]
      for (const answer of answers) {
        expect([username, answer.statusCode, answer.json().details?.[0]?.field]).toEqual([username, 400, 'username'])
      }
    }
    expect((await ask('PUT', `/admin/${id}/update`, { username: 'Bea' })).json().username).toBe('Bea')
  })

  it('given a name that is typed in full width, when its owner logs in, then it is the same name', async () => {
    expect((await create('ｄｏｒａ')).json().username).toBe('dora')
    const payload = { username: 'ｄｏｒａ', password: adminPassword }
    expect((await core.ask(nobody, { method: 'POST', url: '/admin/login', payload })).statusCode).toBe(200)
  })

  it('given an address that is two or none, when an account is created or invited, then the field says so', async () => {
    for (const email of [
      `${'x'.repeat(65)}@example.com`,
      'x@example.com,y@example.com',
      'x@example',
      'x y@example.com',
    ]) {
      for (const answer of [
        await create('emil', email),
        await ask('POST', '/admin/invitations', profile('emil', email)),
      ]) {
        expect(answer.json()).toMatchObject({
          code: 'INVALID_INPUT',
          details: [{ field: 'email', message: 'must be one email address, such as name@example.com' }],
        })
      }
    }
  })
})
