import type { ClientUpdate } from '@agency/contract/clients'
import type { Faker } from '@faker-js/faker'
import { makeAddress, makeEmail, makePhone } from './person-factory.ts'

/** Card numbers that payment providers publish for tests. */
const cards = ['4242424242424242', '4000056655665556', '5555555555554444', '2223003122003222', '6011111111111117']
const banks = ['Harbor Community Bank', 'Sunshine Federal Credit Union', 'First Coast Bank', 'Gulf Savings']
const remedies = ['Metformin 500 mg', 'Lisinopril 10 mg', 'Atorvastatin 20 mg', 'Levothyroxine 50 mcg', 'Albuterol']
const specialties = ['Cardiology', 'Dermatology', 'Endocrinology', 'Orthopedics']
const remarks = [
  'Prefers calls in the <strong>morning</strong>.',
  'Speaks with the agent’s assistant.',
  'Asked about a <em>lower deductible</em> for next year.',
  'Send forms by e-mail, not by post.',
]

export function makeFinances(faker: Faker, name: string): ClientUpdate {
  const has = (share: number) => faker.datatype.boolean(share)
  return {
    ...(has(0.6) ? makeEmployment(faker) : {}),
    ...(has(0.55) ? makeBank(faker, name) : {}),
    ...(has(0.4) ? makeCard(faker, name) : {}),
    ...(has(0.35) ? { mp_username: makeEmail(faker, name), mp_pass: faker.string.alphanumeric(12) } : {}),
    ...(has(0.4) ? makeCare(faker) : {}),
    ...(has(0.3) ? { notes: `<p>${faker.helpers.arrayElement(remarks)}</p>` } : {}),
  }
}

function makeEmployment(faker: Faker): ClientUpdate {
  const employer = faker.company.name()
  const owner = faker.datatype.boolean(0.15)
  return {
    occupation: faker.person.jobTitle(),
    name_of_employer: employer,
    employer_phone: makePhone(faker),
    employer_address: makeAddress(faker),
    agi: `$${faker.number.int({ min: 9, max: 180 })},000`,
    // No employer has a number that starts with 00.
    ...(owner ? { business_name: employer, business_ein: `00-${faker.string.numeric(7)}` } : {}),
  }
}

/** No bank has a routing number that starts with 99. */
const makeBank = (faker: Faker, name: string): ClientUpdate => ({
  bank_name: faker.helpers.arrayElement(banks),
  account_name: name,
  routing_number: `99${faker.string.numeric(7)}`,
  account_number: faker.string.numeric(10),
})

function makeCard(faker: Faker, name: string): ClientUpdate {
  const month = String(faker.number.int({ min: 1, max: 12 })).padStart(2, '0')
  return {
    name_on_card: name,
    card_number: faker.helpers.arrayElement(cards),
    exp_date: `${month}/${faker.number.int({ min: 30, max: 36 })}`,
    // A CVC is deleted after some days, so few clients have one.
    ...(faker.datatype.boolean(0.03) ? { cvc: faker.string.numeric(3) } : {}),
  }
}

const makeCare = (faker: Faker): ClientUpdate => ({
  name_of_pcp: `Dr. ${faker.person.lastName()}`,
  name_of_rx1: faker.helpers.arrayElement(remedies),
  ...(faker.datatype.boolean(0.4) ? { name_of_rx2: faker.helpers.arrayElement(remedies) } : {}),
  ...(faker.datatype.boolean(0.4)
    ? { name_of_spec1: `${faker.helpers.arrayElement(specialties)}: Dr. ${faker.person.lastName()}` }
    : {}),
})
