import type { Static } from 'typebox'
import * as Type from 'typebox'
import { EsignProviderName } from './esign.ts'
import { RevealReasonMode } from './reveal-reasons.ts'
import { route } from './route.ts'
import { ReminderPlan } from './session-reminders.ts'
import { SigningCodeMode } from './signing-codes.ts'

export const Capabilities = Type.Object({
  pdf_upload: Type.Boolean(),
  cvc_retention_days: Type.Integer({ description: 'Days after which a card’s CVC is deleted; 0: never stored' }),
  admin_management: Type.Optional(
    Type.Union([Type.Literal('everyone'), Type.Literal('power')], { description: 'Who may change staff' }),
  ),
  esign_provider: EsignProviderName,
  signing_code: SigningCodeMode,
  session_passcode: Type.Enum(['chosen', 'made'] as const, {
    description: 'What Start New Session offers first: a passcode that staff choose, or one that the product makes',
  }),
  reveal_reason: RevealReasonMode,
  mail_reaches: Type.Optional(
    Type.Boolean({ description: 'Whether emails reach anybody: by a mail server, or on the page of a demonstration' }),
  ),
  reminder_plan: Type.Optional(ReminderPlan),
  backup_key: Type.Optional(
    Type.Boolean({
      description: 'Whether backups are encrypted for a public key, for which the archive of the agency can be too',
    }),
  ),
  outbox_page: Type.Boolean({ description: 'Whether this is a demonstration, which shows its messages' }),
})
export type Capabilities = Static<typeof Capabilities>

export const capabilityApi = { read: route('GET', '/capabilities', { response: Capabilities }) }
