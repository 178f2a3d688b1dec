import type { ClientFieldValues, ClientUpdate } from '@agency/contract/clients'
import { sessionCodeAlphabet, sessionCodeLength } from '@agency/contract/session-code'
import type { SessionType } from '@agency/contract/sessions'
import type { Faker } from '@faker-js/faker'
import { readChanges } from '../../clients/record/client-input.ts'
import { emptyValues } from '../../clients/record/client-storage.ts'
import { makeCoverage, makeMedicare } from './coverage-factory.ts'
import { makeFinances } from './finance-factory.ts'
import { localeOf } from './name-locales.ts'
import { makeFamily, makePerson } from './person-factory.ts'

export interface SampleSession {
  type: SessionType
  code: string
  passcode: string
  startedAt: Date
}

export interface SampleClient {
  values: ClientFieldValues
  filled: string[]
  createdAt: Date
  sessions: SampleSession[]
}

const dayInMilliseconds = 86_400_000
/** Ages are relative to this day, so that a seed gives the same people on every day. */
const epoch = new Date('2026-01-01T00:00:00Z')
const sessionTypes = ['onboarding', 'review', 'renewal', 'custom'] as const
const sessionShares = [
  { weight: 70, value: 0 },
  { weight: 22, value: 1 },
  { weight: 8, value: 2 },
]

/** Makes the n-th client of a seed: always the same person. Follow-ups and sessions are relative to `today`. */
export function makeClient(seed: number, n: number, today: Date): SampleClient {
  const { locale, faker } = localeOf(seed, n)
  const person = makePerson(faker, locale, epoch)
  const { client_first_name: first, client_last_name: last, dob } = person
  const client: ClientUpdate = {
    ...person,
    ...makeCoverage(faker),
    ...makeFamily(faker, locale, last ?? '', epoch),
    ...(dob && dob < '1961-01-01' ? makeMedicare(faker, dob) : {}),
    ...makeFinances(faker, `${first} ${last}`),
    ...(faker.datatype.boolean(0.45) ? { next_f_u_date: makeFollowUp(faker, today) } : {}),
  }
  const changes = readChanges(client)
  const createdAt = shiftDays(today, -faker.number.float({ min: 0.01, max: 1500, fractionDigits: 4 }))
  const sessions = Array.from({ length: faker.helpers.weightedArrayElement(sessionShares) }, () =>
    makeSession(faker, client, createdAt, today),
  ).sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  return { values: { ...emptyValues(), ...changes }, filled: Object.keys(changes), createdAt, sessions }
}

const shiftDays = (day: Date, days: number) => new Date(day.getTime() + days * dayInMilliseconds)

function makeFollowUp(faker: Faker, today: Date): string {
  return shiftDays(today, faker.number.int({ min: -30, max: 120 }))
    .toISOString()
    .slice(0, 10)
}

function makeSession(faker: Faker, client: ClientUpdate, from: Date, today: Date): SampleSession {
  const code = faker.string.fromCharacters(sessionCodeAlphabet, sessionCodeLength)
  const passcode = `${(client.client_last_name ?? '').toLowerCase()}${(client.primary_phone ?? '').slice(-4)}`
  const startedAt = faker.date.between({ from, to: today })
  return { type: faker.helpers.arrayElement(sessionTypes), code, passcode, startedAt }
}
