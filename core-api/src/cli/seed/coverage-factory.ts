import type { ClientStatus } from '@agency/contract/client-fields'
import type { ClientUpdate } from '@agency/contract/clients'
import type { Faker } from '@faker-js/faker'

const carriers = [
  { field: 'florida_blue', name: 'Florida Blue', plans: ['BlueSelect Silver', 'BlueOptions Gold', 'myBlue Bronze'] },
  { field: 'ambetter', name: 'Ambetter', plans: ['Balanced Care', 'Essential Care', 'Secure Care'] },
  { field: 'oscar', name: 'Oscar', plans: ['Silver Classic', 'Gold Simple', 'Bronze Elite'] },
  { field: 'molina', name: 'Molina', plans: ['Constant Care Silver', 'Core Care Bronze'] },
  { field: 'cigna', name: 'Cigna', plans: ['Connect 3500', 'Connect 6500', 'Simple Choice'] },
  { field: 'avmed', name: 'AvMed', plans: ['Empower Silver', 'Engage Gold'] },
  { field: 'united', name: 'United', plans: ['Compass Silver', 'Navigate Bronze'] },
] as const
const medicareCarriers = ['united_medicare', 'fb_medicare', 'humana_medicare', 'aetna', 'simply', 'wellcare'] as const
const statuses: { weight: number; value: ClientStatus }[] = [
  { weight: 70, value: 'active' },
  { weight: 14, value: 'inactive' },
  { weight: 6, value: 'unpaid' },
  { weight: 10, value: 'cancelled' },
]
const extraPlans = { dental: ['Delta Basic', 'Solstice S700'], vision: ['VSP Standard'], gap: ['Allstate GAP'] }

const makePremium = (faker: Faker, max: number): string =>
  `$${faker.number.float({ min: 0, max, fractionDigits: 2 }).toFixed(2)}`

export function makeCoverage(faker: Faker): ClientUpdate {
  const status = faker.helpers.weightedArrayElement(statuses)
  if (faker.datatype.boolean(0.15)) return { status }
  const carrier = faker.helpers.arrayElement(carriers)
  const coverage: Record<string, string> = {
    status,
    current_health_plan_name: `${carrier.name} ${faker.helpers.arrayElement(carrier.plans)}`,
    [carrier.field]: `Member ${faker.string.numeric(9)}`,
    health_plan_premium: makePremium(faker, 900),
    aor: faker.datatype.boolean(0.8) ? 'Yes' : 'Pending',
  }
  for (const [kind, plans] of Object.entries(extraPlans)) {
    if (!faker.datatype.boolean(0.25)) continue
    coverage[`${kind}_plan_name`] = faker.helpers.arrayElement(plans)
    coverage[`${kind}_plan_premium`] = makePremium(faker, 60)
  }
  return coverage
}

/** Medicare data of a client of 65 or older. The number has the format of the official sample card. */
export function makeMedicare(faker: Faker, dob: string): ClientUpdate {
  const effective = `${Number(dob.slice(0, 4)) + 65}-${dob.slice(5, 7)}-01`
  return {
    medicarenumber: `1EG4-TE5-MK${faker.string.numeric(2)}`,
    part_a_effective: effective,
    part_b_effective: effective,
    [faker.helpers.arrayElement(medicareCarriers)]: 'Advantage HMO',
    medicare_gov: `member${faker.string.numeric(6)}`,
    ...(faker.datatype.boolean(0.2) ? { medicaidnumber: `00${faker.string.numeric(8)}` } : {}),
  }
}
