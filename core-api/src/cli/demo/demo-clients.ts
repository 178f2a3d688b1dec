import type { ClientStatus } from '@agency/contract/client-fields'
import type { ClientUpdate } from '@agency/contract/clients'

const firstNames = [
  'Maria',
  'James',
  'Inês',
  'Robert',
  'Sofía',
  'Linda',
  'João',
  'Patricia',
  'Luis',
  'Barbara',
  'Thiago',
  'Susan',
  'Camila',
  'David',
  'Beatriz',
  'Richard',
  'Lucía',
  'Karen',
  'Mateus',
  'Nancy',
  'Andrés',
  'Betty',
  'Helena',
]
const lastNames = [
  'Gonçalves',
  'Miller',
  'Muñoz',
  'Johnson',
  'Araújo',
  'Davis',
  'Peña',
  'Wilson',
  'Conceição',
  'Anderson',
  'Núñez',
  'Thomas',
  'Magalhães',
  'Jackson',
  'Ibáñez',
  'White',
  'Falcão',
  'Harris',
  'Cordero',
  'Martin',
  'Vieira',
  'Young',
  'Quiñones',
  'Hernández',
  'Silva',
  'Baker',
  'Torres',
  'Nelson',
  'Rocha',
]
const plans = [
  'Florida Blue Silver',
  'Ambetter Balanced Care',
  'Oscar Gold',
  'Molina Constant Care',
  'Cigna Connect',
  null,
]
const cities = ['Miami', 'Orlando', 'Recife', 'Bogotá', 'Tampa', 'San Juan', 'Porto']
const statuses: ClientStatus[] = ['active', 'active', 'active', 'active', 'unpaid', 'inactive', 'cancelled']

const turn = <T>(list: readonly T[], step: number): T => list[step % list.length] as T
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const digits = (seed: number, length: number): string =>
  String((seed * 7_919 + 104_729) % 10 ** length).padStart(length, '0')

/** Makes a client. Phone numbers are reserved for fiction; social security numbers were never issued. */
export function makeDemoClient(n: number): ClientUpdate {
  const first = turn(firstNames, n)
  const last = turn(lastNames, n * 3)
  const born = new Date(Date.UTC(1938 + ((n * 7) % 60), (n * 5) % 12, 1 + ((n * 11) % 28)))
  return {
    client_first_name: first,
    client_last_name: last,
    primary_email: `${first}.${last}`
      .normalize('NFD')
      .replace(/[^\w.]/g, '')
      .toLowerCase()
      .concat('@example.com'),
    primary_phone: `305555${String(100 + (n % 100)).padStart(4, '0')}`,
    dob: born.toISOString().slice(0, 10),
    status: turn(statuses, n),
    pref_lang: turn(['English', 'Spanish', 'Portuguese'], n),
    ssn: `9${digits(n, 2)}-${digits(n + 3, 2)}-${digits(n + 7, 4)}`,
    city_of_birth: turn(cities, n),
    address: `${100 + n} Harbor Lane\nMiami, FL 33101`,
    current_health_plan_name: turn(plans, n),
    health_plan_premium: `$${120 + ((n * 13) % 400)}`,
    ...(n % 3 === 0 ? { next_f_u_date: day((n % 40) - 12) } : {}),
    ...(n % 4 === 0
      ? { spouse_name: `${turn(firstNames, n + 5)} ${last}`, dep1_name: `${turn(firstNames, n + 9)} ${last}` }
      : {}),
    ...(n % 5 === 0
      ? { medicarenumber: `1EG4-TE5-MK${digits(n, 2)}`, notes: '<p>Prefers calls in the <strong>morning</strong>.</p>' }
      : {}),
  }
}
