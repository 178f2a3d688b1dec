import { isMasked } from '@agency/contract/client-mask'
import { isUuid } from '@agency/contract/common'
import { isPolicyTarget, type PolicyTarget } from '@agency/contract/import-policies'
import { readAmount } from '@agency/contract/policy-terms'
import { plainCharacters, trimmedName } from '@agency/contract/typed-characters'
import type { Problem } from '../../../platform/errors.ts'
import { readDate, readAmount as withPoint } from '../mapping/cell-values.ts'
import { faultOf, isBlank, type RowReading, withoutFraction } from '../mapping/row-values.ts'
import type { SheetRow } from '../reading/table.ts'
import { readPolicyChoice } from './policy-choices.ts'

/** What a row brings of a policy, as policies store it; its carrier by name. Empty cells say nothing. */
export type BroughtPolicy = Partial<Record<PolicyTarget, string>>

/** What is read of the policy of a row, and its values that cannot be read. */
export interface ReadPolicy {
  brought: BroughtPolicy
  problems: Problem[]
}

/** Reads the cells of a row as values of a policy. What cannot be read never keeps the row's client from being imported. */
export function readPolicy({ cells }: SheetRow, { plan }: RowReading): ReadPolicy {
  const brought: BroughtPolicy = {}
  const problems: Problem[] = []
  for (const [at, target] of plan.mapping.entries()) {
    const text = cells[at]?.trim() ?? ''
    if (!isPolicyTarget(target) || text === '' || isBlank(target, text)) continue
    const fault = faultOf(text)
    const read = fault === undefined ? readCell(target, text, plan.settings) : { fault }
    if ('fault' in read) problems.push({ field: target, message: read.fault })
    else if (read.value !== undefined) brought[target] = read.value
  }
  return { brought, problems }
}

type Read = { value: string | undefined } | { fault: string }

function readCell(target: PolicyTarget, text: string, settings: RowReading['plan']['settings']): Read {
  switch (target) {
    case 'policy.id':
      return { value: isUuid(text) ? text.toLowerCase() : undefined }
    case 'policy.status':
    case 'policy.line':
    case 'policy.mode':
      return valueOr(readPolicyChoice(target, text), 'is a word that is not known')
    case 'policy.number':
    case 'policy.member_id':
    case 'policy.application_id':
      return readCode(target, text)
    case 'policy.premium':
    case 'policy.subsidy':
    case 'policy.net_premium':
      return valueOr(readAmount(withPoint(text, settings.decimals)), 'is not an amount')
    case 'policy.status_date':
    case 'policy.submitted_date':
    case 'policy.effective_date':
    case 'policy.renewal_date':
    case 'policy.term_date':
    case 'policy.binder_paid_date':
      // Carriers write the last day of their calendar for a policy without an end.
      if (target === 'policy.term_date' && /(?:9999|2999)/.test(text)) return { value: undefined }
      return valueOr(readDate(text, { order: settings.dates, isPast: false }), 'is not a date')
    default:
      return fitting(target, trimmedName(text))
  }
}

const valueOr = (value: string | undefined, fault: string): Read => (value === undefined ? { fault } : { value })

/** A mask, as exports have it, says nothing. */
function readCode(target: PolicyTarget, text: string): Read {
  if (isMasked(text)) return { value: undefined }
  if (/\*|^x{3,}/i.test(text)) return { fault: 'is masked; the whole value is needed' }
  if (/^\d(?:\.\d+)?e\+\d+$/i.test(text)) return { fault: 'was cut off by the spreadsheet; format the column as text' }
  return fitting(target, plainCharacters(withoutFraction(text)))
}

/** Longest values of texts, as of `AddPolicy`. */
const limits: Partial<Record<PolicyTarget, number>> = {
  'policy.product': 200,
  'policy.status_reason': 1_000,
  'policy.writing_agent': 500,
  'policy.agent_of_record': 500,
  'policy.notes': 10_000,
}

function fitting(target: PolicyTarget, value: string): Read {
  const most = limits[target] ?? 100
  return value.length > most ? { fault: `is longer than ${most} characters` } : { value }
}

/** The policy of a row, as it is stored. */
export interface RowPolicy {
  values: BroughtPolicy
  /** Whether a row above is of the same policy: then only fields that are empty are filled. */
  isAgain: boolean
}
