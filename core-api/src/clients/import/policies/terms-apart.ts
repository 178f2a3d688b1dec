import { normalForm } from '@agency/contract/normal-form'
import type { Policy } from '@agency/contract/policies'
import type { BroughtPolicy } from './read-policy.ts'

const dayLength = 86_400_000
/** Days between the first days of two terms. A correction is of fewer. */
const betweenTerms = 300

/**
 * Whether a row is of an earlier or a later term than a policy: its predecessor or successor may have the same number. One
 * without an end begins another year, and a correction of the first day leaves the product as it is.
 */
export function areApart(
  brought: BroughtPolicy,
  policy: Pick<Policy, 'effective_date' | 'term_date' | 'product'>,
): boolean {
  const { 'policy.effective_date': effective, 'policy.term_date': term } = brought
  const { effective_date: from, term_date: to } = policy
  // A term that ends before it begins was cancelled.
  if (effective === from) return false
  if (effective && from && (areYears(effective, from) || !mayBeProduct(brought, policy))) return true
  return Boolean((effective && to && effective >= to) || (term && from && term <= from))
}

/** Whether the later of two first days begins another term, as 1 January does after any day of the years before. */
function areYears(...days: [string, string]): boolean {
  const [former = '', later = ''] = days.toSorted()
  const isNewYear = later.endsWith('-01-01') && former.slice(0, 4) < later.slice(0, 4)
  return isNewYear || Date.parse(later) - Date.parse(former) >= betweenTerms * dayLength
}

/** The term and the product that a row brings. */
export const termOf = (brought: BroughtPolicy): Pick<Policy, 'effective_date' | 'term_date' | 'product'> => ({
  effective_date: brought['policy.effective_date'] ?? null,
  term_date: brought['policy.term_date'] ?? null,
  product: brought['policy.product'] ?? null,
})

/** Whether the product of a policy is that of a row, as far as both have one. */
export function mayBeProduct(brought: BroughtPolicy, policy: Pick<Policy, 'product'>): boolean {
  const product = normalForm(brought['policy.product'] ?? '')
  return product === '' || !policy.product || normalForm(policy.product) === product
}
