import { isMasked } from '@agency/contract/client-mask'
import { isUuid } from '@agency/contract/common'
import { isPolicyTarget, type PolicyTarget } from '@agency/contract/import-policies'
import type { Covered } from '@agency/contract/policies'
import { readAmount } from '@agency/contract/policy-terms'
import { plainCharacters, trimmedName } from '@agency/contract/typed-characters'
import type { Problem } from '../../../platform/errors.ts'
import { isBlank } from '../mapping/blank-values.ts'
import { isFillerDay, readDate, readMonth, withoutFraction, readAmount as withPoint } from '../mapping/cell-values.ts'
import { faultOf, lengthFault, type RowReading } from '../mapping/row-values.ts'
import type { SheetRow } from '../reading/table.ts'
import { chosenStatus, readMode, readPolicyChoice, readStatus, splitStatus } from './policy-choices.ts'

/** What a row brings of a policy, as policies store it; its carrier by name. Empty cells say nothing. */
export type BroughtPolicy = Partial<Record<PolicyTarget, string>>

/** What is read of the policy of a row, its values that cannot be read, and what else staff should know. */
export interface ReadPolicy {
  brought: BroughtPolicy
  problems: Problem[]
  notes: Problem[]
}

/** Reads the cells of a row as values of a policy. What cannot be read never keeps the row's client from being imported. */
export function readPolicy({ cells }: SheetRow, { plan, headings }: RowReading): ReadPolicy {
  const brought: BroughtPolicy = {}
  const problems: Problem[] = []
  const notes: Problem[] = []
  for (const [at, target] of plan.mapping.entries()) {
    const text = cells[at]?.trim() ?? ''
    if (!isPolicyTarget(target) || text === '' || isBlank(target, text)) continue
    const fault = faultOf(text) ?? lengthFault(target, text)
    const read = fault === undefined ? readCell(target, text, plan) : { fault }
    if ('fault' in read) problems.push({ field: target, message: read.fault })
    else {
      if (read.note !== undefined) notes.push({ field: target, message: read.note })
      if (read.value !== undefined) brought[target] = read.value
    }
  }
  const textOf = (target: PolicyTarget) => cells[plan.mapping.indexOf(target)] ?? ''
  const day = readDate(splitStatus(textOf('policy.status')).day ?? '', { order: plan.settings.dates, isPast: false })
  if (day !== undefined && brought['policy.status'] !== undefined) brought['policy.status_date'] ??= day
  const mode = brought['policy.premium'] && readMode(amountIn(textOf('policy.premium')).period ?? '')
  if (mode) brought['policy.mode'] ??= mode
  const heading = headings[plan.mapping.indexOf('policy.premium')] ?? ''
  const isMonths = /month|mensual|mensal/i.test(heading)
  if (/annual|anual|yearly/i.test(heading) && brought['policy.premium']) brought['policy.mode'] ??= 'annual'
  const paid = readMode(brought['policy.mode'] ?? '')
  if (isMonths && brought['policy.premium'] && paid !== undefined && paid !== 'monthly') {
    brought['policy.mode'] = 'monthly'
    notes.push({ field: 'policy.mode', message: 'is not that of the premium, which is for a month by its heading' })
  }
  const { 'policy.effective_date': from = '', 'policy.term_date': to = from } = brought
  if (to < from) notes.push({ field: 'policy.term_date', message: 'is before the first day; please check' })
  return { brought, problems, notes }
}

/** What is read, or why nothing is, and what else staff should know. */
type Read = { value: string | undefined; note?: string } | { fault: string }

function readCell(target: PolicyTarget, text: string, { settings, policies }: RowReading['plan']): Read {
  switch (target) {
    case 'policy.id':
      return { value: isUuid(text) ? text.toLowerCase() : undefined }
    case 'policy.status':
      return valueOr(
        readStatus(text) ?? chosenStatus(text, policies?.words),
        'is a word that is not known: choose what it means',
      )
    case 'policy.line': {
      const value = readPolicyChoice(target, text)
      return value === undefined && policies?.line !== undefined
        ? { value, note: 'is a word that is not known: it is the line of all policies' }
        : valueOr(value, 'is a word that is not known: choose the line of all policies, which counts for these')
    }
    case 'policy.mode': {
      const value = readPolicyChoice(target, text)
      return value === undefined ? { value, note: 'is a word that is not known: it is left out' } : { value }
    }
    case 'policy.number':
    case 'policy.member_id':
    case 'policy.application_id':
      return readCode(target, text)
    case 'policy.premium':
    case 'policy.subsidy':
    case 'policy.net_premium':
      if (/^(?:\(.*\d.*\)|-\s*\$?\s*\d.*|.*\d\s*(?:-|CR))$/i.test(plainAmount(target, text)))
        return { value: undefined, note: 'is negative: it is left out' }
      return valueOr(readAmount(withPoint(plainAmount(target, text), settings.decimals)), 'is not an amount')
    case 'policy.status_date':
    case 'policy.submitted_date':
    case 'policy.effective_date':
    case 'policy.renewal_date':
    case 'policy.term_date':
    case 'policy.binder_paid_date':
      // Carriers write the last day of their calendar for a policy without an end.
      if (isFillerDay(text, target === 'policy.term_date')) return { value: undefined }
      if (/^(?:y(?:es)?|no?|x|(?:un)?paid|true|false)$/i.test(text))
        return { value: undefined, note: 'has no day: it is left out' }
      return readDay(target, text, settings.dates)
    default:
      return fitting(target, trimmedName(text))
  }
}

/** Spreadsheets take a year for a day of 1905. */
const earliestDay = '1950-01-01'

/** Coverage begins with a month, which some write alone. */
function readDay(target: PolicyTarget, text: string, order: RowReading['plan']['settings']['dates']): Read {
  const value = readDate(text, { order, isPast: false })
  if (value !== undefined && value < earliestDay) return { fault: 'is before 1950: perhaps it is a year alone' }
  const month = target === 'policy.effective_date' && value === undefined ? readMonth(text) : undefined
  return month === undefined ? valueOr(value, 'is not a date') : { value: month, note: 'has no day: it is the first' }
}

const valueOr = (value: string | undefined, fault: string): Read => (value === undefined ? { fault } : { value })

/** An amount, and what it is paid for: `$85/mo`, `300,00 quarterly`. */
function amountIn(text: string): { amount: string; period: string | undefined } {
  const [, amount, period] = /^(.*\d.*?)\s*(?:\/|per |a |p\.\s?)?\b([a-z]+(?:-annual(?:ly)?)?)\.?$/i.exec(text) ?? []
  const word = period
    ?.replace(/^(?:mth|mes|m)$/i, 'month')
    .replace(/^(?:yr|a[nñ]o)$/i, 'year')
    .replace(/^qtr$/i, 'quarter')
  return amount === undefined || readMode(word ?? '') === undefined
    ? { amount: text, period: undefined }
    : { amount, period: word }
}

/** An amount without what it is paid for. Some write a subsidy as a deduction. */
const plainAmount = (target: PolicyTarget, text: string): string => {
  const { amount } = amountIn(text)
  return target === 'policy.subsidy' ? amount.replace(/^\((.*)\)$|^-\s*/, '$1') : amount
}

/** A mask says nothing. */
function readCode(target: PolicyTarget, text: string): Read {
  if (isMasked(text) || /\*|^x{3,}/i.test(text)) return { value: undefined }
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
  /** Whether its status is dated later than that of the row above, and takes its place. */
  isLater?: boolean
  /** Whom the row adds to those whom the policy covers. */
  covered?: Covered
  /** The id of the known policy that it changes. */
  of?: string
  /** The number of the row above that adds the policy. */
  above?: number
}
