import type { ClientFieldValues, ClientUpdate } from '@agency/contract/clients'
import { sessionCodeAlphabet, sessionCodeLength } from '@agency/contract/session-code'
import type { SessionType } from '@agency/contract/sessions'
import type { Faker } from '@faker-js/faker'
import { readChanges } from '../../features/clients/client-input.ts'
import { emptyValues } from '../../features/clients/client-storage.ts'
import { makeCoverage, makeMedicare } from './coverage-factory.ts'
import { makeAffairs } from './finance-factory.ts'
import { heritageOf } from './name-locales.ts'
import { makeFamily, makePerson } from './person-factory.ts'

export interface MadeSession {
  type: SessionType
  code: string
  passcode: string
  startedAt: Date
}

/** A made-up client, as it would have been typed in, and when. */
export interface MadeClient {
  values: ClientFieldValues
  /** The fields that are filled, in the order of the description. */
  filled: string[]
  createdAt: Date
  sessions: MadeSession[]
}

const dayInMilliseconds = 86_400_000
/** Ages are counted from here, so that the same seed makes the same people at any time. */
const epoch = new Date('2026-01-01T00:00:00Z')
const sessionTypes = ['onboarding', 'review', 'renewal', 'custom'] as const
const sessionShares = [
  { weight: 70, value: 0 },
  { weight: 22, value: 1 },
  { weight: 8, value: 2 },
]

/**
 * The n-th client of a seed. The same person for the same two numbers; days are counted from `today`.
 */
export function makeClient(seed: number, n: number, today: Date): MadeClient {
  const { heritage, faker } = heritageOf(seed, n)
  const person = makePerson(faker, heritage, epoch)
  const { client_first_name: first, client_last_name: last, dob } = person
  const made: ClientUpdate = {
    ...person,
    ...makeCoverage(faker),
    ...makeFamily(faker, heritage, last ?? '', epoch),
    ...(dob && dob < '1961-01-01' ? makeMedicare(faker, dob) : {}),
    ...makeAffairs(faker, `${first} ${last}`),
    ...(faker.datatype.boolean(0.45) ? { next_f_u_date: makeFollowUp(faker, today) } : {}),
  }
  const changes = readChanges(made)
  const createdAt = shiftDays(today, -faker.number.float({ min: 0.01, max: 1500, fractionDigits: 4 }))
  const sessions = Array.from({ length: faker.helpers.weightedArrayElement(sessionShares) }, () =>
    makeSession(faker, made, createdAt, today),
  ).sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  return { values: { ...emptyValues(), ...changes }, filled: Object.keys(changes), createdAt, sessions }
}

const shiftDays = (day: Date, days: number) => new Date(day.getTime() + days * dayInMilliseconds)

/** Some are overdue; most are to come. */
function makeFollowUp(faker: Faker, today: Date): string {
  return shiftDays(today, faker.number.int({ min: -30, max: 120 }))
    .toISOString()
    .slice(0, 10)
}

function makeSession(faker: Faker, client: ClientUpdate, from: Date, today: Date): MadeSession {
  const code = faker.string.fromCharacters(sessionCodeAlphabet, sessionCodeLength)
  const passcode = `${(client.client_last_name ?? '').toLowerCase()}${(client.primary_phone ?? '').slice(-4)}`
  const startedAt = faker.date.between({ from, to: today })
  return { type: faker.helpers.arrayElement(sessionTypes), code, passcode, startedAt }
}
