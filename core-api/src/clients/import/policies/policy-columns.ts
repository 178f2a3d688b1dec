import { clientStatuses } from '@agency/contract/client-fields'
import { isUuid } from '@agency/contract/common'
import { type PolicyTarget, policyHeading, policyTargets } from '@agency/contract/import-policies'
import { normalForm } from '@agency/contract/normal-form'
import { hasDates, readChoice } from '../mapping/cell-values.ts'
import { headingKey, headingKeys, targetOfHeading } from '../mapping/column-names.ts'
import { readPolicyChoice } from './policy-choices.ts'

/** Headings that are of a policy alone, by what the column holds. `Policy` may be before each. */
const ofPolicies: Partial<Record<PolicyTarget, string>> = {
  'policy.carrier':
    'carrier, carrier name, issuer, issuer name, insurer, ins co, ins company, insurance co, insurer name, insurance company, insurance carrier, aseguradora, seguradora, compania de seguros, compania aseguradora, writing company, writing carrier, writing co',
  'policy.line':
    'lob, line of business, line of coverage, product line, policy type, contract pbp segment, contract pbp, contract plan segment, cms plan id, ramo',
  'policy.product': 'policy name, policy plan name, policy product',
  'policy.number':
    'policy, policy number, policy no, policy num, policy id, policy contract number, issuer policy id, issuer policy number, contract number, certificate number, numero de poliza, no de poliza, no poliza, n poliza, num poliza, num de poliza, poliza num, contrato, num contrato, numero de contrato, poliza, numero da apolice, apolice',
  'policy.member_id':
    'member id, member number, carrier member id, subscriber id, subscriber number, enrollee id, mbr id, exchange subscriber id, issuer subscriber id, issuer assigned id, ffm subscriber id, humana id, umid, oscar id, hix id',
  'policy.application_id':
    'application id, application number, app id, app number, ffm app id, ffm application id, marketplace application id',
  'policy.status':
    'policy status, coverage status, enrollment status, plan status, member status, application status, contract status, estado poliza, estado de poliza, estado de la poliza, estatus de la poliza, estatus de poliza, status da apolice',
  'policy.status_date': 'policy status date',
  'policy.status_reason':
    'policy status reason, term reason, termination reason, cancellation reason, disenrollment reason',
  'policy.submitted_date':
    'date submitted, submitted date, submission date, application date, app date, application signed date',
  'policy.effective_date':
    'effective date, eff date, eff dt, effective dt, coverage effective date, coverage start, coverage start date, coverage begin date, requested effective date, enrollment effective date, current effective date, fecha efectiva, fecha de efectividad, fecha efectividad, efectividad, efectivo, efectiva, plan effective date, vigencia, vigencia desde, inicio de vigencia, policy start, policy start date, policy date',
  'policy.renewal_date': 'renewal date, renew date, renewal dt, next renewal date, x date, xdate',
  'policy.term_date':
    'term date, term dt, termination date, plan termination date, plan end date, vigencia hasta, fin de vigencia, fim de vigencia, coverage end, coverage end date, policy end, policy end date, policy expiration date',
  'policy.premium':
    'gross premium, total premium, total monthly premium, written premium, annual premium, annual prem, term premium',
  'policy.subsidy':
    'subsidy, subsidy amount, aptc, aptc amount, aptc subsidy, applied aptc, tax credit, premium tax credit',
  'policy.net_premium': 'net premium, net premium amount, member responsibility, member premium, premium after subsidy',
  'policy.mode': 'premium mode, payment mode, billing mode, billing frequency, payment frequency',
  'policy.binder_paid_date': 'binder paid, binder paid date, binder payment date',
  'policy.writing_agent': 'policy agent',
}

/** Headings that are of a policy in a file of policies, and of the client in others. */
const ofEither: Partial<Record<PolicyTarget, string>> = {
  'policy.carrier': 'company, company name, master company, compania',
  'policy.line': 'line, type, coverage type, insurance type, product type, plan type',
  'policy.product': 'plan, plan name, product, product name, plan description',
  'policy.status': 'status, estatus, state, estado',
  'policy.status_date': 'status date',
  'policy.status_reason': 'status reason, status description',
  'policy.submitted_date': 'submitted, signature date',
  'policy.effective_date': 'effective, eff, start date, issue date',
  'policy.renewal_date': 'renewal, renews',
  'policy.term_date':
    'end date, exp, exp date, expiration date, cancel date, cancellation date, inactive date, disenrollment date',
  'policy.premium':
    'premium, monthly premium, monthly premium amount, plan premium, premium amount, premium amt, monthly prem, mo prem, prem, prima neta, premio, premio mensal, current premium, modal premium, premium billed, monthly rate, prima, prima mensual, pago mensual, mensualidad, cuota mensual',
  'policy.mode': 'mode',
  'policy.writing_agent':
    'writing agent, writing agent name, agent, agent name, broker, broker name, producer, producer name, assigned producer, agente, corretor',
  'policy.agent_of_record': 'agent of record, aor, aor name, broker of record, servicing agent',
}

const namesOf = (texts: Partial<Record<PolicyTarget, string>>): [string, PolicyTarget][] =>
  policyTargets.flatMap((target) =>
    (texts[target]?.split(', ') ?? []).map((text): [string, PolicyTarget] => [headingKey(text), target]),
  )
const either: ReadonlyMap<string, PolicyTarget> = new Map(namesOf(ofEither))
const own: ReadonlyMap<string, PolicyTarget> = new Map([
  ...namesOf(ofEither).map(([key, target]): [string, PolicyTarget] => [`policy${key}`, target]),
  ...namesOf(ofPolicies).flatMap(([key, target]): [string, PolicyTarget][] => [
    [`policy${key}`, target],
    [key, target],
  ]),
  ...policyTargets.flatMap((target): [string, PolicyTarget][] => [
    [headingKey(policyHeading(target)), target],
    [headingKey(target), target],
  ]),
])

const find = (names: ReadonlyMap<string, PolicyTarget>, heading: string) =>
  headingKeys(heading)
    .map((key) => names.get(key))
    .find((target) => target !== undefined)

/** What names a policy. */
const naming: readonly PolicyTarget[] = [
  'policy.id',
  'policy.carrier',
  'policy.number',
  'policy.member_id',
  'policy.application_id',
]

interface Column {
  readonly heading: string
  readonly values: readonly string[]
}

const isClientStatus = (text: string): boolean => clientStatuses.some((status) => status === readChoice('status', text))

/** Carriers call the number of a policy its id; the product's own ids are those of an export. */
function fits(target: PolicyTarget, { heading, values }: Column): PolicyTarget | null {
  // Employers are many, carriers few.
  if (
    target === 'policy.carrier' &&
    /company|compan[ií]a/i.test(heading) &&
    !/insurance|writing|master/i.test(heading)
  ) {
    const names = new Set(values.map((text) => normalForm(text)))
    return values.length > 0 && names.size <= Math.max(values.length / 4, 1) ? target : null
  }
  // Some carriers call the line a product.
  if (target === 'policy.product' && values.length > 0 && values.every((text) => readPolicyChoice('policy.line', text)))
    return 'policy.line'
  // A binder may be paid with a yes.
  if (target.endsWith('_date') && values.length > 0) return hasDates(values) ? target : null
  if (target === 'policy.id') return values.some(isUuid) ? target : 'policy.number'
  if (target !== 'policy.status' && target !== 'policy.line' && target !== 'policy.mode') return target
  // Beside commercial ones, an individual account is no line.
  const isOfAccounts =
    headingKey(heading) === 'type' && values.some((text) => /^(?:commercial|business|group)\b/i.test(text))
  if (isOfAccounts) return null
  const known = values.filter((text) => readPolicyChoice(target, text) !== undefined).length
  // That of the address.
  const isState = /^(?:state|estado)$/.test(headingKey(heading))
  if (known === 0 && isState) return null
  // A column that is called Status alone is the client's if more of its words are, and not nearly all are a policy's.
  const isClients =
    /^e?status$/.test(headingKey(heading)) &&
    values.filter(isClientStatus).length > known &&
    known < values.length * 0.75
  // Words for a status that are not known are asked for.
  const isEnough = target === 'policy.status' && !isState ? known > 0 : known >= values.length / 2
  return isEnough && !isClients ? target : null
}

/**
 * What each column holds of a policy, by its heading: all null unless the file evidently holds policies, which is that it
 * names a policy and something else of it.
 */
export function policyColumns(columns: readonly Column[]): (PolicyTarget | null)[] {
  const named = columns.map((column) => {
    const target = find(own, column.heading)
    return target === undefined ? null : fits(target, column)
  })
  // Another system's id of a policy stands for its number only where no column is that.
  const isId = (at: number) => /id$/.test(headingKey(columns[at]?.heading ?? ''))
  const hasNumber = named.some((target, at) => target === 'policy.number' && !isId(at))
  const owned = named.map((target, at) => (target === 'policy.number' && hasNumber && isId(at) ? null : target))
  const shared = columns.map((column) => {
    const target = find(either, column.heading)
    return target === undefined ? null : fits(target, column)
  })
  const evidence = new Set(
    [...owned, ...shared.filter((target) => /product|premium|effective_date/.test(target ?? ''))].filter(
      (target) => target !== null,
    ),
  )
  // A list of dependents names the policy alone.
  const least = columns.some(({ heading }) => targetOfHeading(heading) === 'relationship') ? 1 : 2
  if (evidence.size < least || !naming.some((target) => evidence.has(target))) return columns.map(() => null)
  const mapping: (PolicyTarget | null)[] = columns.map(() => null)
  for (const targets of [owned, shared]) {
    for (const [at, target] of targets.entries()) {
      if (mapping[at] === null && !mapping.includes(target)) mapping[at] = target
    }
  }
  return mapping
}
