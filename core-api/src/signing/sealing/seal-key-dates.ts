import { X509Certificate } from 'node:crypto'
import { type SealKey, statesRevocation } from '@agency/pdf-signing/seal-key'
import type { HealthFinding } from '../../platform/http/health-checks.ts'

const day = 86_400_000
/** Milliseconds before its expiry at which a certificate is reported, and a self-made one is renewed. */
export const sealEndsSoon = 30 * day

export function sealKeyDates({ certificate }: Pick<SealKey, 'certificate'>): { from: Date; to: Date } {
  const { validFromDate: from, validToDate: to } = new X509Certificate(certificate)
  return { from, to }
}

/** The certificate is expired or not valid yet. The message is for staff; jobs that fail with it wait for a valid one. */
export class SealKeyOutOfDate extends Error {
  override readonly name = 'SealKeyOutOfDate'
}

/** @throws SealKeyOutOfDate */
export function assertSealKeyInDate(key: SealKey, now: Date): void {
  const { from, to } = sealKeyDates(key)
  if (now > to) {
    throw new SealKeyOutOfDate(`The seal certificate expired on ${dateOf(to)}; replace it. ${resumes}`)
  }
  if (now < from) {
    throw new SealKeyOutOfDate(
      `The seal certificate is not valid before ${dateOf(from)}; check the server's clock or replace it. ${resumes}`,
    )
  }
}

const resumes = 'Signed documents wait and are sealed automatically after that.'

const notIssued =
  'The setting SEAL_LEVEL is B-LT, but the seal certificate is not issued by an authority that can be asked whether it is revoked. Whoever runs the server replaces it, or sets B-T.'

/** @param isLongTerm seals hold what shows that it was valid: B-LT */
export function checkSealKey(key: SealKey, { now, isLongTerm }: { now: Date; isLongTerm: boolean }): HealthFinding {
  const finding = checkDates(key, now)
  const lacksIssuer = isLongTerm && !statesRevocation(key)
  return lacksIssuer && finding.state === 'ok' ? { state: 'warning', message: notIssued } : finding
}

function checkDates(key: SealKey, now: Date): HealthFinding {
  try {
    assertSealKeyInDate(key, now)
  } catch (error) {
    if (error instanceof SealKeyOutOfDate) return { state: 'failing', message: error.message }
    throw error
  }
  const { to } = sealKeyDates(key)
  const left = to.getTime() - now.getTime()
  if (left > sealEndsSoon) return { state: 'ok', message: `The seal certificate is valid until ${dateOf(to)}.` }
  const message = `The seal certificate ends on ${dateOf(to)}, in ${Math.ceil(left / day)} days. Replace it before then, or documents can't be sealed.`
  return { state: 'warning', message }
}

/** A date in UTC as `2026-11-22`, the same in each language. */
const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10)
