import { EsignFailed } from '../../../platform/errors.ts'

/** DocuSign refused a call. Its message may contain personal data, so only its code is kept. */
class DocusignRefusal extends EsignFailed {
  readonly status: number
  /** DocuSign's error code, such as `ENVELOPE_DOES_NOT_EXIST`. */
  readonly reason: string
  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/** Not `instanceof`: classes of @fastify/error compare by their code, which is the same here. */
export const isRefusal = (error: unknown): error is DocusignRefusal => error instanceof EsignFailed && 'reason' in error

/** No usable answer: the call may or may not have taken effect. */
class DocusignUnclear extends EsignFailed {
  override readonly unclear = true
}

const later = 'Please try again in a few minutes. If it persists, see status.docusign.com.'

export type ConsentAddress = string

/** DocuSign refused access; the message says who can fix it. */
export function accessRefusal(status: number, reason: string, consent: ConsentAddress): DocusignRefusal {
  const messages: Record<string, string> = {
    consent_required: `DocuSign needs the consent of the account’s owner, once, at ${consent}`,
    invalid_grant:
      'DocuSign rejects the key or does not know the user. Make a new key in Apps and Keys of DocuSign; whoever runs the server enters it in the settings DOCUSIGN_PRIVATE_KEY and DOCUSIGN_USER_ID.',
    account:
      'The DocuSign user is not a member of the account in the setting DOCUSIGN_ACCOUNT_ID of the server. Compare it with Apps and Keys of DocuSign.',
  }
  const unknown = `DocuSign denied access (${reason}). Compare the settings of the server that begin with DOCUSIGN with Apps and Keys of DocuSign.`
  return new DocusignRefusal(status, reason, messages[reason] ?? unknown)
}

export function callRefusal(status: number, reason: string, role: string): DocusignRefusal {
  if (status === 404 || reason === 'TEMPLATE_ID_INVALID' || reason === 'ENVELOPE_DOES_NOT_EXIST') {
    return new DocusignRefusal(
      status,
      reason,
      `DocuSign no longer has this template or envelope (${reason}). Sync the templates, and attach the document again.`,
    )
  }
  const hint = `Check at DocuSign that the template has a document and one signer, with the role “${role}”.`
  return new DocusignRefusal(status, reason, `DocuSign refused the request (${reason}). ${hint}`)
}

/** @param seconds until DocuSign accepts calls again */
export const tooManyCalls = (seconds: number): DocusignRefusal =>
  new DocusignRefusal(
    429,
    'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
    `This account has reached DocuSign’s hourly limit. Please try again in ${Math.ceil(seconds / 60)} minutes.`,
  )

export const tooLarge = (largest: number): EsignFailed =>
  new EsignFailed(`Its document is larger than ${Math.floor(largest / 2 ** 20)} MB.`)

/** @param what a status of 5xx, or the error of the connection */
export const unclear = (what: string, cause?: unknown): DocusignUnclear =>
  new DocusignUnclear(`DocuSign gave no valid answer (${what}). ${later}`, cause)
