import * as Type from 'typebox'

/** `<code>`, or `<code>: <details>` percent-encoded (RFC 3986, UTF-8), since a header holds no other letters. */
export const revealReasonHeader = 'x-reveal-reason'

export const revealReasons = {
  'client-request': 'The client asked',
  enrollment: 'Enrollment or application',
  payment: 'Payment or billing',
  'record-check': 'Checking or correcting the record',
  other: 'Other',
} as const
export type RevealReasonCode = keyof typeof revealReasons

export const longestRevealDetails = 200

export interface RevealReason {
  readonly code: RevealReasonCode
  /** Free text; empty unless given. Required with `other`. */
  readonly details: string
}

export const revealReasonModes = ['off', 'required'] as const
export const RevealReasonMode = Type.Enum(revealReasonModes, {
  description: `required: sensitive values are shown only to calls with the header ${revealReasonHeader}`,
})
export type RevealReasonMode = (typeof revealReasonModes)[number]

export const RevealReasonHeaders = Type.Object({
  [revealReasonHeader]: Type.Optional(
    Type.String({
      description: `Why the values are needed, for the audit trail: ${Object.keys(revealReasons).join(', ')}. A colon and percent-encoded details may follow; \`other\` requires them`,
    }),
  ),
})

export const isRevealReasonCode = (code: string): code is RevealReasonCode => Object.hasOwn(revealReasons, code)

export const writeRevealReason = ({ code, details }: RevealReason): string =>
  details === '' ? code : `${code}: ${encodeURIComponent(details)}`

/** @returns undefined if it is not a reason, or says nothing more than `other` */
export function readRevealReason(header: string): RevealReason | undefined {
  const [, code = '', encoded = ''] = /^([a-z-]+)(?::\s*(.*))?$/.exec(header.trim()) ?? []
  const details = decoded(encoded)?.trim()
  if (!isRevealReasonCode(code) || details === undefined) return undefined
  if (details.length > longestRevealDetails || /\p{Cc}/u.test(details)) return undefined
  return code === 'other' && details === '' ? undefined : { code, details }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const revealReasonText = ({ code, details }: RevealReason): string =>
  details === '' ? revealReasons[code] : `${revealReasons[code]}: ${details}`
