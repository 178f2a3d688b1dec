import type { ImportPlan } from '@agency/contract/client-imports'
import type { ImportPolicies, PolicyTarget } from '@agency/contract/import-policies'
import { squeezedForm } from '@agency/contract/normal-form'
import {
  type PolicyLine,
  type PolicyStatus,
  type PremiumMode,
  policyLineNames,
  policyLines,
  policyStatuses,
  premiumModes,
} from '@agency/contract/policy-terms'
import { isBlank } from '../mapping/blank-values.ts'
import { targetOfHeading } from '../mapping/column-names.ts'

/** Words of carriers, in their normal form without blanks, by the product's own. A word that may mean two things is in none. */
const statusWords: Readonly<Record<PolicyStatus, string>> = {
  quoted: 'quote',
  submitted: 'applied, applicationsubmitted, entramite, tramite, solicitada, enviada, emanalise',
  pending:
    'pended, pendingpayment, pendingeffectuation, pendingbinder, noteffectuated, uneffectuated, awaitingpayment, pendingfollowups, pend, pendiente, pendientedepago, pendente, pendentedepagamento',
  active:
    'a, act, activepolicy, activepastdue, activegraceperiod, graceperiod, ingraceperiod, grace, pastdue, delinquent, effectuated, effective, inforce, passiverenewal, activerenewal, passivelyrenewed, activelyrenewed, renewed, current, enrolled, vigente, envigor, emvigor, activo, activa, ativo, ativa',
  terminated:
    't, term, inactivepolicy, terminatedvoluntary, voluntarytermination, voluntarilyterminated, termed, cancelled, canceled, cancel, c, inactive, i, disenrolled, ended, expired, inactivo, inactiva, inativo, inativa, cancelado, cancelada, canc, anulado, anulada, terminado, terminada, baja, encerrada',
  declined: 'denied, rejected, rechazada, rechazado, negada, recusada',
  lapsed: 'lapse, nonpay, nonpayment, lapsednonpayment, terminatednonpayment, cancelednonpayment, cancellednonpayment',
}
const lineWords: Readonly<Record<PolicyLine, string>> = {
  health:
    'aca, medical, med, majormedical, individualhealth, individual, ifp, u65, under65, marketplace, obamacare, salud, saude, medico',
  medicare_advantage: 'ma, mapd, maonly, partc, snp, dsnp, csnp, isnp, medicareadvantageprescriptiondrug',
  medicare_supplement: 'medsupp, medsup, medicaresupp, medigap, supplement, supp, ms, mes',
  part_d: 'pdp, rx, prescriptiondrug, prescriptiondrugplan, drugplan, medicarepartd',
  dental: 'den, dentalinsurance, odontologico',
  vision: 'vis, visioninsurance, visao, optica',
  life: 'lifeinsurance, termlife, wholelife, universallife, indexeduniversallife, ul, iul, gul, vul, wl, finalexpense, burial, vida, segurodevida',
  other:
    'hospitalindemnity, accident, cancer, criticalillness, shortterm, annuity, fixedannuity, indexedannuity, fixedindexedannuity, variableannuity, fia, myga, ltc, longtermcare, disability, otro, otros, outro, outros, accidentes',
}
const modeWords: Readonly<Record<PremiumMode, string>> = {
  monthly:
    'month, m, mo, permonth, mensual, mensal, pac, eftmonthly, monthlyeft, monthlypac, monthlybankdraft, bankdraftmonthly',
  quarterly: 'quarter, q, trimestral',
  semiannual: 'semiannually, halfyearly, s, semestral',
  annual: 'annually, yearly, year, a, anual',
  single: 'singlepremium, onetime',
}

const keyOf = (text: string): string => squeezedForm(text.replaceAll('_', ' ')).replace(/[^\p{L}\p{N}]/gu, '')

function readWord<Name extends string>(
  names: readonly Name[],
  words: Readonly<Record<Name, string>>,
  typed: string,
): Name | undefined {
  // Of a grace period, some tell which month it is.
  const key = keyOf(typed).replace(/^(graceperiod)month\d$/, '$1')
  if (key === '') return undefined
  return names.find((name) => keyOf(name) === key || words[name].split(', ').includes(key))
}

/** A status, and the day that may stand behind it: `cancelled 6/1/2026`. */
export function splitStatus(typed: string): { word: string; day: string | undefined } {
  const [, word, day] =
    /^(\p{L}[\p{L} /.-]*?)[\s,:(–-]+(\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))\)?$/u.exec(typed.trim()) ?? []
  return { word: word ?? typed, day }
}

export const readStatus = (typed: string): PolicyStatus | undefined =>
  readWord(policyStatuses, statusWords, splitStatus(typed).word)
/** The number of a contract with Medicare and its plan: of Part D with S, of Medicare Advantage with H or R. */
const medicarePlan = /^([HRS])\d{4}-\d{3}(?:-\d{1,3})?$/i

export function readLine(typed: string): PolicyLine | undefined {
  const [, kind] = medicarePlan.exec(typed.trim()) ?? []
  if (kind) return kind.toUpperCase() === 'S' ? 'part_d' : 'medicare_advantage'
  const named = policyLines.find((line) => keyOf(policyLineNames[line]) === keyOf(typed))
  return named ?? readWord(policyLines, lineWords, typed)
}
export const readMode = (typed: string): PremiumMode | undefined => readWord(premiumModes, modeWords, typed)

/** Whether a text may be a number or an address of a person, and not a word such as `1035 Exchanged`. */
const isValue = (text: string): boolean =>
  text.includes('@') || text.replace(/\D/g, '').length > 4 || (/\d{3}/.test(text) && !/\p{L}{3}/u.test(text))

/** The words in the column of statuses that are not known: not what may be a sensitive value in a column that is chosen by mistake. */
export function unknownStatuses(
  columns: readonly { readonly heading: string; readonly words?: readonly string[] }[],
  { mapping }: Pick<ImportPlan, 'mapping'>,
): string[] {
  const { heading = '', words = [] } = columns[mapping.indexOf('policy.status')] ?? {}
  const of = targetOfHeading(heading)
  if (of && of !== 'status' && of !== 'state') return []
  // Headings come again in the pages of a report.
  const isHeading = (word: string) => keyOf(word) === keyOf(heading)
  const unknown = words
    .map((word) => splitStatus(word).word)
    .filter(
      (word) =>
        word.length <= 100 &&
        !isValue(word) &&
        !isBlank('policy.status', word) &&
        !isHeading(word) &&
        readStatus(word) === undefined,
    )
  return [...new Map(unknown.map((word) => [keyOf(word), word])).values()]
}

/** What staff have said that a word for a status means. */
export const chosenStatus = (typed: string, words: ImportPolicies['words'] = {}): PolicyStatus | undefined =>
  Object.entries(words).find(([word]) => keyOf(splitStatus(word).word) === keyOf(splitStatus(typed).word))?.[1]

/** A choice of a policy in the product's word; undefined for a word that is unknown. */
export function readPolicyChoice(
  target: Extract<PolicyTarget, 'policy.status' | 'policy.line' | 'policy.mode'>,
  typed: string,
): string | undefined {
  if (target === 'policy.status') return readStatus(typed)
  return target === 'policy.line' ? readLine(typed) : readMode(typed)
}
