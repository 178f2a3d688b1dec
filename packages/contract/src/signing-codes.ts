import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Strict, Timestamp } from './common.ts'

/** Whether a client confirms a one-time code before it signs: no, by a channel of its choice, or by one that is set. */
export const signingCodeModes = ['off', 'client', 'email', 'text'] as const
export const SigningCodeMode = Type.Enum(signingCodeModes, {
  description:
    'The one-time code before the first signature of a portal login. From loose to strict: off; client: by e-mail or ' +
    'text message, as the client chooses; email and text: by that channel alone, equally strict',
})
export type SigningCodeMode = (typeof signingCodeModes)[number]

/** A set channel is stricter than the client's choice. E-mail and text message are equally strict. */
const strictness: Readonly<Record<SigningCodeMode, number>> = { off: 0, client: 1, email: 2, text: 2 }

/** Whether `mode` asks for less than `floor`. */
export const isLooser = (mode: SigningCodeMode, floor: SigningCodeMode): boolean => strictness[mode] < strictness[floor]

/** The mode that applies to a session: its own, unless the agency's is stricter. */
export const stricterMode = (own: SigningCodeMode, agency: SigningCodeMode): SigningCodeMode =>
  isLooser(own, agency) ? agency : own

export const codeChannels = ['email', 'text'] as const
export const CodeChannel = Type.Enum(codeChannels)
export type CodeChannel = (typeof codeChannels)[number]

const Masked = Type.String({ description: 'The masked address or phone number' })

/** Where the opened session stands: whether it needs a code, where one can be sent, and the newest one that was. */
export const SigningCodeState = Type.Object({
  required: Type.Boolean({ description: 'The client must confirm a code before it signs; false once it has' }),
  channels: Type.Array(Type.Object({ channel: CodeChannel, to: Masked })),
  requested: Nullable(
    Type.Object({
      channel: CodeChannel,
      to: Masked,
      expires_at: Timestamp,
      resend_in: Type.Integer({ description: 'Seconds until another code can be asked for' }),
    }),
  ),
})
export type SigningCodeState = Static<typeof SigningCodeState>

export const RequestSigningCode = Strict({ channel: CodeChannel })
export type RequestSigningCode = Static<typeof RequestSigningCode>

export const ConfirmSigningCode = Strict({ code: Type.String({ pattern: '^[0-9]{6}$' }) })
export type ConfirmSigningCode = Static<typeof ConfirmSigningCode>

/** Where codes of a session go, for staff: masked, as the record held it when the session was sent, else started. */
export const CodeDestinations = Type.Object({
  email: Nullable(Masked),
  phone: Nullable(Masked),
  is_current: Type.Boolean({ description: 'The record still holds the same e-mail address and phone number' }),
  changed_at: Nullable(
    Type.String({ format: 'date-time', description: 'When staff last replaced it; the certificate states it' }),
  ),
})
export type CodeDestinations = Static<typeof CodeDestinations>
