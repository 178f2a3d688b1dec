import type { ClientUpdate } from '@agency/contract/clients'
import type { Faker } from '@faker-js/faker'
import type { NameLocale } from './name-locales.ts'

const cities = [
  ['Miami', '33101'],
  ['Hialeah', '33010'],
  ['Orlando', '32801'],
  ['Tampa', '33602'],
  ['Jacksonville', '32202'],
  ['Fort Lauderdale', '33301'],
  ['Kissimmee', '34741'],
  ['Homestead', '33030'],
  ['Naples', '34102'],
  ['Ocala', '34471'],
] as const
const areaCodes = ['305', '786', '954', '407', '813', '904', '561', '239'] as const
const birthPlaces = ['Miami', 'Havana', 'San Juan', 'Bogotá', 'Recife', 'São Paulo', 'Caracas', 'Chicago', 'Porto']
const relationships = ['Spouse', 'Child', 'Parent', 'Sibling', 'Friend']
const dayInMilliseconds = 86_400_000

/** A number reserved for fiction: 555-0100 to 555-0199. */
export const makePhone = (faker: Faker): string =>
  `${faker.helpers.arrayElement(areaCodes)}55501${faker.string.numeric(2)}`

/** A social security number of the areas that are never issued: 000 and 900 to 999. */
const makeSsn = (faker: Faker): string =>
  `${faker.datatype.boolean(0.9) ? `9${faker.string.numeric(2)}` : '000'}-${faker.string.numeric(2)}-${faker.string.numeric(4)}`

export function makeEmail(faker: Faker, name: string): string {
  const local = name
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .trim()
    .replace(/\s+/g, '.')
    .toLowerCase()
  const suffix = faker.helpers.maybe(() => faker.string.numeric(2), { probability: 0.6 }) ?? ''
  return `${local}${suffix}@example.${faker.helpers.arrayElement(['com', 'org', 'net'])}`
}

/** A license or passport number that no authority issues. */
const makeLicense = (faker: Faker): string => `X000-${faker.string.numeric(3)}-${faker.string.numeric(4)}`

export function makeAddress(faker: Faker): string {
  const [city, zip] = faker.helpers.arrayElement(cities)
  return `${faker.location.streetAddress()}\n${city}, FL ${zip}`
}

function yearsBefore(faker: Faker, day: Date, youngest: number, oldest: number): string {
  const days = faker.number.int({ min: youngest * 365.25, max: oldest * 365.25 })
  return new Date(day.getTime() - days * dayInMilliseconds).toISOString().slice(0, 10)
}

const makeHeight = (faker: Faker): string =>
  `${faker.number.int({ min: 4, max: 6 })}'${faker.number.int({ min: 0, max: 11 })}"`
const makeWeight = (faker: Faker): string => `${faker.number.int({ min: 95, max: 290 })} lb`

export function makePerson(faker: Faker, { language, faker: names }: NameLocale, epoch: Date): ClientUpdate {
  const first = names.person.firstName()
  const last = names.person.lastName()
  const secondary = faker.datatype.boolean(0.3)
  return {
    client_first_name: first,
    client_last_name: last,
    dob: yearsBefore(faker, epoch, 18, 92),
    pref_lang: faker.datatype.boolean(0.75) ? language : 'English',
    primary_phone: makePhone(faker),
    primary_email: makeEmail(faker, `${first} ${last}`),
    address: makeAddress(faker),
    city_of_birth: faker.helpers.arrayElement(birthPlaces),
    ...(faker.datatype.boolean(0.9) ? { ssn: makeSsn(faker) } : {}),
    ...(faker.datatype.boolean(0.7) ? { dl_or_ppnumber: makeLicense(faker) } : {}),
    ...(faker.datatype.boolean(0.6) ? { height: makeHeight(faker), weight: makeWeight(faker) } : {}),
    ...(secondary ? { secondary_phone: makePhone(faker), secondary_email: makeEmail(faker, last) } : {}),
  }
}

export function makeFamily(faker: Faker, { faker: names }: NameLocale, last: string, epoch: Date): ClientUpdate {
  const family: Record<string, string | number> = {}
  if (faker.datatype.boolean(0.45)) {
    family.spouse_name = `${names.person.firstName()} ${last}`
    family.spouse_dob = yearsBefore(faker, epoch, 20, 85)
    family.spouse_ssn = makeSsn(faker)
  }
  for (let n = 1; n <= faker.helpers.weightedArrayElement(childShares); n++) {
    family[`dep${n}_name`] = `${names.person.firstName()} ${last}`
    family[`dep${n}_dob`] = yearsBefore(faker, epoch, 0, 25)
    family[`dep${n}_ssn`] = makeSsn(faker)
  }
  for (let n = 1; n <= faker.helpers.weightedArrayElement(childShares); n++) {
    family[`ben${n}_name`] = names.person.fullName()
    family[`ben${n}_relationship`] = faker.helpers.arrayElement(relationships)
    family[`ben${n}_ssn`] = makeSsn(faker)
  }
  for (const parent of faker.datatype.boolean(0.3) ? ['mother', 'father'] : []) {
    family[`age_of_${parent}`] = faker.number.int({ min: 45, max: 99 })
    family[`status_of_${parent}`] = faker.helpers.arrayElement(['Living, well', 'Diabetes', 'Hypertension', 'Deceased'])
  }
  return family
}

const childShares = [
  { weight: 55, value: 0 },
  { weight: 18, value: 1 },
  { weight: 17, value: 2 },
  { weight: 7, value: 3 },
  { weight: 3, value: 4 },
]
