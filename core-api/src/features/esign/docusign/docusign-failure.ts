import { EsignFailed } from '../../../platform/errors.ts'

/** What DocuSign answered instead of doing what it was asked. Its own words may quote people: only its code is kept. */
class DocusignRefusal extends EsignFailed {
  /** Of HTTP. */
  readonly status: number
  /** DocuSign's own, such as `ENVELOPE_DOES_NOT_EXIST`. */
  readonly reason: string
  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/** `instanceof` tells errors of @fastify/error apart by their code, which all of these share. */
export const isRefusal = (error: unknown): error is DocusignRefusal => error instanceof EsignFailed && 'reason' in error

/** Nothing usable came back, so it may have been done or not. */
class DocusignUnclear extends EsignFailed {
  override readonly unclear = true
}

const later = 'Please try again in a few minutes; if it stays so, status.docusign.com tells why.'

/** The address at which the account's owner lets this product act for them. */
export type ConsentAddress = string

/** What is wrong with access itself, and who can put it right. */
export function accessRefusal(status: number, reason: string, consent: ConsentAddress): DocusignRefusal {
  const messages: Record<string, string> = {
    consent_required: `DocuSign waits for the consent of the account’s owner. They give it once, at ${consent}`,
    invalid_grant:
      'DocuSign does not take our key any more, or does not know the user. Make a new key in Apps and Keys, and set DOCUSIGN_PRIVATE_KEY and DOCUSIGN_USER_ID.',
    account: 'The DocuSign user is not a member of the account in DOCUSIGN_ACCOUNT_ID. Compare it with Apps and Keys.',
  }
  const unknown = `DocuSign does not let us in (${reason}). Compare the DOCUSIGN_ settings with Apps and Keys.`
  return new DocusignRefusal(status, reason, messages[reason] ?? unknown)
}

/** What DocuSign's API refuses. */
export function callRefusal(status: number, reason: string, role: string): DocusignRefusal {
  if (status === 404 || reason === 'TEMPLATE_ID_INVALID' || reason === 'ENVELOPE_DOES_NOT_EXIST') {
    return new DocusignRefusal(
      status,
      reason,
      `DocuSign does not have this any more (${reason}). Sync the templates, and attach the document anew.`,
    )
  }
  const hint = `Check at DocuSign that the template has a document and one signer, with the role “${role}”.`
  return new DocusignRefusal(status, reason, `DocuSign refused this (${reason}). ${hint}`)
}

/** @param seconds until DocuSign takes calls again */
export const tooManyCalls = (seconds: number): DocusignRefusal =>
  new DocusignRefusal(
    429,
    'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
    `DocuSign takes no more calls of this account for now. Please try again in ${Math.ceil(seconds / 60)} minutes.`,
  )

/** @param what a status of 5xx or what the connection said */
export const unclear = (what: string, cause?: unknown): DocusignUnclear =>
  new DocusignUnclear(`DocuSign does not answer as it should (${what}). ${later}`, cause)
