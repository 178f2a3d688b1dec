import type { ImportPolicies, PolicyTarget } from '@agency/contract/import-policies'
import { normalForm } from '@agency/contract/normal-form'
import type { Policy } from '@agency/contract/policies'
import { hasEnded } from '@agency/contract/policy-terms'
import { carrierForm } from '../../policies/carrier-names.ts'
import type { CarrierRow } from '../../policies/carrier-repository.ts'
import { comparedCode } from '../../policies/policy-values.ts'
import { readLine, readStatus } from './policy-choices.ts'
import type { BroughtPolicy } from './read-policy.ts'
import { areApart, mayBeProduct, termOf } from './terms-apart.ts'

export interface KnownPolicies {
  /** Those of the client, without masks. */
  known: readonly Policy[]
  /** What other rows make of policies, by id: a row that does not tell a number of theirs is of none of these; true for all. */
  taken?: ReadonlyMap<string, BroughtPolicy> | true | undefined
  /** The id of the policy that the row is of, as the dry run has found. */
  of?: string | undefined
}

/** What tells the policies of one client apart within a file. */
export const policyKey = (brought: BroughtPolicy, common: ImportPolicies | undefined): string => {
  const [number, member, application] = numbersOf(brought)
  return JSON.stringify([
    brought['policy.id'] ?? '',
    carrierForm(brought['policy.carrier'] ?? common?.carrier ?? ''),
    brought['policy.line'] ?? '',
    number || member || application || brought['policy.effective_date'] || '',
  ])
}

/** Those of the policies of rows above, with one key, that a row may be of. */
export function findAbove<Above extends { brought: BroughtPolicy }>(
  brought: BroughtPolicy,
  above: readonly Above[],
): readonly Above[] {
  const fitting = above.filter((each) => isOfOne(brought, each.brought))
  if (!hasNumber(brought)) return likest(brought, fitting, (each) => broughtOf(each.brought))
  const dayOf = (each: Above) => each.brought['policy.effective_date'] ?? ''
  const ofTerm = fitting.filter((each) => dayOf(each) === brought['policy.effective_date'])
  const latest = fitting.toSorted((one, other) => dayOf(other).localeCompare(dayOf(one)))
  return [...ofTerm, ...latest].slice(0, 1)
}

/** Whether a row is of the policy and the term of one above. */
function isOfOne(brought: BroughtPolicy, above: BroughtPolicy): boolean {
  const [number, , application] = numbersOf(above)
  const stored = { number, application_id: application, status: statusOf(above) }
  return !areApart(brought, termOf(above)) && !areOthers(brought, above) && !isOtherApplication(brought, stored)
}

/** Whether a row is of another application than a policy: marketplaces list each one, and all but one have been cancelled. */
function isOtherApplication(
  brought: BroughtPolicy,
  {
    number,
    application_id,
    status,
  }: { number: string | null; application_id: string | null; status: Policy['status'] | undefined },
): boolean {
  const [own, , application] = numbersOf(brought)
  return differs(application, application_id || null) && isEnded(brought) !== hasEnded(status) && !has(own, number)
}

/** Whether two rows of one key are of two policies: they have no number, but another product, premium or status. */
function areOthers(one: BroughtPolicy, other: BroughtPolicy): boolean {
  if (hasNumber(one) || hasNumber(other)) return false
  const isOther = (target: 'policy.product' | 'policy.premium') =>
    one[target] !== undefined && other[target] !== undefined && normalForm(one[target]) !== normalForm(other[target])
  const [status, otherStatus] = [statusOf(one), statusOf(other)]
  const hasOtherStatus = status !== undefined && otherStatus !== undefined && status !== otherStatus
  return isOther('policy.product') || isOther('policy.premium') || hasOtherStatus || isEnded(one) !== isEnded(other)
}

const hasNumber = (brought: BroughtPolicy): boolean => numbersOf(brought).some((code) => code !== '')

const isBare = (brought: BroughtPolicy): boolean =>
  !hasNumber(brought) && brought['policy.effective_date'] === undefined

const statusOf = (brought: BroughtPolicy): Policy['status'] | undefined => readStatus(brought['policy.status'] ?? '')

const isEnded = (brought: BroughtPolicy): boolean => hasEnded(statusOf(brought))

export interface Identified {
  carrier: CarrierRow | undefined
  isNamed: boolean
  line: Policy['line'] | undefined
}

/** The latest first. */
const byFirstDay = (one: Policy, other: Policy): number =>
  (other.effective_date ?? '').localeCompare(one.effective_date ?? '')

/** A number as it is compared within files: spreadsheets drop the zeros at its start. */
export const fileCode = (text: string): string => comparedCode(text).replace(/^0+(?=\d+$)/, '')

/** Whether two values say the same, however they are written. */
export function saysSame(target: PolicyTarget, one: string, other: string): boolean {
  if (target === 'policy.status') return readStatus(one) === readStatus(other)
  if (target === 'policy.line') return readLine(one) === readLine(other)
  if (target === 'policy.carrier') return carrierForm(one) === carrierForm(other)
  return normalForm(one) === normalForm(other) || fileCode(one) === fileCode(other)
}

export const numbersOf = (brought: BroughtPolicy): [number: string, member: string, application: string] => [
  fileCode(brought['policy.number'] ?? ''),
  fileCode(brought['policy.member_id'] ?? ''),
  fileCode(brought['policy.application_id'] ?? ''),
]

export const has = (code: string, stored: string | null): boolean =>
  code !== '' && stored !== null && fileCode(stored) === code

const differs = (code: string, stored: string | null): boolean =>
  code !== '' && stored !== null && fileCode(stored) !== code

/** Those of the carrier, the line and the term of a row whose numbers are no others. */
function alikeOf(
  brought: BroughtPolicy,
  { known, taken }: Pick<KnownPolicies, 'known' | 'taken'>,
  { carrier, isNamed, line }: Identified,
): Policy[] {
  const [number, member] = numbersOf(brought)
  const madeOf = (policy: Policy) => (taken === true ? undefined : taken?.get(policy.id))
  // One number may be that of the member, for the policies of each line.
  return known.filter(
    (policy) =>
      (!isNamed || policy.carrier_id === carrier?.id) &&
      (line === undefined || policy.line === line) &&
      !differs(number, policy.number) &&
      (has(number, policy.number) || !differs(member, policy.member_id)) &&
      !isOtherApplication(brought, policy) &&
      !areApart(brought, policy) &&
      !areApart(brought, termOf(madeOf(policy) ?? {})),
  )
}

/** The only policy with a number and the first day of a row, or with its product, premium and end if it tells none of its numbers. */
export function findExact(
  brought: BroughtPolicy,
  known: readonly Policy[],
  identified: Identified,
): Policy | undefined {
  if (brought['policy.id'] !== undefined || !identified.isNamed || identified.line === undefined) return undefined
  const [number, member, application] = numbersOf(brought)
  const alike = alikeOf(brought, { known }, identified)
  const isNumbered = (policy: Policy) =>
    has(number, policy.number) || has(member, policy.member_id) || has(application, policy.application_id)
  const effective = brought['policy.effective_date']
  const ofApplication = alike.filter((policy) => has(application, policy.application_id))
  const numbered = ofApplication.length > 0 ? ofApplication : alike.filter(isNumbered)
  if (numbered.length > 0) {
    const [one, ...more] = numbered.filter((policy) => policy.effective_date === effective)
    return more.length === 0 ? one : undefined
  }
  const wanted = broughtOf(brought)
  const exact = alike.filter(
    (policy) =>
      isLike(storedOf(policy), wanted, ['product', 'premium', 'isEnded']) &&
      !differs(application, policy.application_id) &&
      (effective === undefined || policy.effective_date === null || policy.effective_date === effective),
  )
  const ofDay = exact.filter((policy) => policy.effective_date === (effective ?? null))
  const [only, ...others] = likest(brought, ofDay.length > 0 ? ofDay : exact, storedOf)
  return others.length === 0 ? only : undefined
}

/** The policies of a client that a row is of: by id, else number, else member id, else application, else by carrier and line, with the first day if there is one. */
export function findPolicy(
  brought: BroughtPolicy,
  { known, taken, of }: KnownPolicies,
  identified: Identified,
): readonly Policy[] {
  const named = known.filter(({ id }) => id === brought['policy.id'] || id === of)
  if (named.length > 0) return named
  const [number, member, application] = numbersOf(brought)
  const effective = brought['policy.effective_date']
  const alike = alikeOf(brought, { known, taken }, identified)
  // A row that says no more than a policy is of no further one.
  const isFree = ({ id }: Policy) => {
    const made = taken === true ? undefined : taken?.get(id)
    return taken !== true && (!made || isWithin(brought, made))
  }
  const free = alike.filter(isFree)
  const isOfLine = identified.isNamed && identified.line !== undefined
  const ofDay = free.filter(
    (policy) =>
      policy.effective_date === effective &&
      !differs(application, policy.application_id) &&
      mayBeProduct(brought, policy),
  )
  const steps = [
    alike.filter((policy) => has(number, policy.number)),
    alike.filter((policy) => has(member, policy.member_id)),
    alike.filter((policy) => has(application, policy.application_id)),
    isOfLine && effective !== undefined ? likest(brought, ofDay, storedOf) : [],
  ]
  const found = steps.find((policies) => policies.length > 0) ?? []
  if (found.length === 0 && isOfLine) {
    const renumbered = known.filter((policy) => isFree(policy) && isRenumbered(brought, policy, identified))
    return renumbered.length > 0 ? renumbered : unnumbered(brought, free)
  }
  const ofTerm = found.filter((policy) => policy.effective_date === effective)
  // A list without first days is about the present terms.
  const [latest] = effective === undefined ? found.toSorted(byFirstDay) : []
  if (latest && found.every((policy) => policy.line === latest.line)) return [latest]
  if (ofTerm.length > 1) {
    const ofApplication = ofTerm.filter((policy) => has(application, policy.application_id))
    if (ofApplication.length === 1) return ofApplication
  }
  return found.length > 1 && ofTerm.length === 1 ? ofTerm : found
}

/** Nobody has two policies of these at a time. */
const singleLines: ReadonlySet<Policy['line'] | undefined> = new Set([
  'health',
  'medicare_advantage',
  'medicare_supplement',
  'part_d',
] as const)

/** Whether a policy with other numbers is that of a row: its carrier, product and first day are the same. */
const isRenumbered = (brought: BroughtPolicy, policy: Policy, { carrier, line }: Identified): boolean =>
  (singleLines.has(line) || has(numbersOf(brought)[1], policy.member_id)) &&
  policy.line === line &&
  policy.carrier_id === carrier?.id &&
  policy.effective_date !== null &&
  policy.effective_date === brought['policy.effective_date'] &&
  Boolean(policy.product) &&
  normalForm(brought['policy.product'] ?? '') === normalForm(policy.product ?? '')

/** Policies of one carrier and line that a row may be of, where it or the policy has neither a number nor a first day. */
function unnumbered(brought: BroughtPolicy, alike: readonly Policy[]): readonly Policy[] {
  const fitting = alike.filter(
    (policy) =>
      (isBare(brought) || [...codesOf(policy), policy.effective_date].every((at) => !at)) &&
      mayBeProduct(brought, policy) &&
      (isEnded(brought) || !hasEnded(policy.status)),
  )
  const found = likest(brought, fitting, storedOf)
  // Terms of one number are one policy.
  const [latest, ...others] = found.toSorted(byFirstDay)
  return latest?.number && others.every(({ number }) => number === latest.number) ? [latest] : found
}

/** Whether a row without a number says nothing of product, premium, status and first day that a policy will not have. */
function isWithin(brought: BroughtPolicy, made: BroughtPolicy): boolean {
  const [wanted, stored] = [broughtOf(brought), broughtOf(made)]
  const effective = brought['policy.effective_date']
  return (
    !hasNumber(brought) &&
    (effective === undefined || effective === made['policy.effective_date']) &&
    (['product', 'premium', 'status'] as const).every((name) => !wanted[name] || wanted[name] === stored[name])
  )
}

/** By what policies without numbers are told apart. */
interface Told {
  product: string
  premium: string
  isEnded: boolean
  status: Policy['status'] | undefined
}
const broughtOf = (brought: BroughtPolicy): Told => ({
  product: normalForm(brought['policy.product'] ?? ''),
  premium: normalForm(brought['policy.premium'] ?? ''),
  isEnded: isEnded(brought),
  status: statusOf(brought),
})
const storedOf = ({ product, premium, status }: Policy): Told => ({
  product: normalForm(product ?? ''),
  premium: normalForm(premium ?? ''),
  isEnded: hasEnded(status),
  status,
})

const isLike = (told: Told, wanted: Told, names: readonly (keyof Told)[]): boolean =>
  names.every((name) => told[name] === wanted[name])

/** Of several policies those of the product and the premium of a row; among those with the same of both, by the end and the status. */
function likest<Each>(
  brought: BroughtPolicy,
  policies: readonly Each[],
  toldOf: (each: Each) => Told,
): readonly Each[] {
  const wanted = broughtOf(brought)
  const likeOf = (name: keyof Told, some: readonly Each[]) => {
    const same = some.filter((each) => isLike(toldOf(each), wanted, [name]))
    return same.length > 0 ? same : some
  }
  const found = likeOf('premium', likeOf('product', policies))
  // A row without product and premium may be of each of them, whatever its status.
  const isTold =
    (wanted.product || wanted.premium) !== '' &&
    found.every((each) => isLike(toldOf(each), wanted, ['product', 'premium']))
  return isTold ? likeOf('status', likeOf('isEnded', found)) : found
}

const codesOf = ({ number, member_id, application_id }: Policy) => [number, member_id, application_id]
