import { X509Certificate } from 'node:crypto'
import type { SealKey } from '@agency/pdf-signing/seal-key'
import type { HealthFinding } from '../../../platform/http/health-checks.ts'

const day = 86_400_000
/** How long before its end a certificate is reported, and one made here is renewed, in milliseconds. */
export const sealEndsSoon = 30 * day

/** From when until when the certificate of a seal key is valid. */
export function sealKeyDates({ certificate }: Pick<SealKey, 'certificate'>): { from: Date; to: Date } {
  const { validFromDate: from, validToDate: to } = new X509Certificate(certificate)
  return { from, to }
}

/** The certificate is outside its dates. The message is for staff; jobs that fail with it wait for another certificate. */
export class SealKeyOutOfDate extends Error {
  override readonly name = 'SealKeyOutOfDate'
}

/** @throws SealKeyOutOfDate when nothing may be sealed with this key at this time */
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

/** What the health check of the certificate says. */
export function checkSealKeyDates(key: SealKey, now: Date): HealthFinding {
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

/** A day in UTC, which reads the same in every language. */
const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10)
