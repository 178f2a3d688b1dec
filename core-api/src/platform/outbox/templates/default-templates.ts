import type { Language } from '@agency/contract/esign'
import type { MessageTexts } from '@agency/contract/message-templates'
import type { MessageKind } from '@agency/contract/messages'
import accountChangedEn from '@agency/messages/account-changed/en.json' with { type: 'json' }
import accountChangedEs from '@agency/messages/account-changed/es.json' with { type: 'json' }
import accountChangedPt from '@agency/messages/account-changed/pt.json' with { type: 'json' }
import completedEn from '@agency/messages/completed/en.json' with { type: 'json' }
import completedEs from '@agency/messages/completed/es.json' with { type: 'json' }
import completedPt from '@agency/messages/completed/pt.json' with { type: 'json' }
import contactChangedEn from '@agency/messages/contact-changed/en.json' with { type: 'json' }
import contactChangedEs from '@agency/messages/contact-changed/es.json' with { type: 'json' }
import contactChangedPt from '@agency/messages/contact-changed/pt.json' with { type: 'json' }
import copyEn from '@agency/messages/copy/en.json' with { type: 'json' }
import copyEs from '@agency/messages/copy/es.json' with { type: 'json' }
import copyPt from '@agency/messages/copy/pt.json' with { type: 'json' }
import copyAttachedEn from '@agency/messages/copy-attached/en.json' with { type: 'json' }
import copyAttachedEs from '@agency/messages/copy-attached/es.json' with { type: 'json' }
import copyAttachedPt from '@agency/messages/copy-attached/pt.json' with { type: 'json' }
import declinedEn from '@agency/messages/declined/en.json' with { type: 'json' }
import declinedEs from '@agency/messages/declined/es.json' with { type: 'json' }
import declinedPt from '@agency/messages/declined/pt.json' with { type: 'json' }
import digestEn from '@agency/messages/digest/en.json' with { type: 'json' }
import digestEs from '@agency/messages/digest/es.json' with { type: 'json' }
import digestPt from '@agency/messages/digest/pt.json' with { type: 'json' }
import healthAlertEn from '@agency/messages/health-alert/en.json' with { type: 'json' }
import healthAlertEs from '@agency/messages/health-alert/es.json' with { type: 'json' }
import healthAlertPt from '@agency/messages/health-alert/pt.json' with { type: 'json' }
import invitationEn from '@agency/messages/invitation/en.json' with { type: 'json' }
import invitationEs from '@agency/messages/invitation/es.json' with { type: 'json' }
import invitationPt from '@agency/messages/invitation/pt.json' with { type: 'json' }
import lastDayEn from '@agency/messages/last-day/en.json' with { type: 'json' }
import lastDayEs from '@agency/messages/last-day/es.json' with { type: 'json' }
import lastDayPt from '@agency/messages/last-day/pt.json' with { type: 'json' }
import newDeviceEn from '@agency/messages/new-device/en.json' with { type: 'json' }
import newDeviceEs from '@agency/messages/new-device/es.json' with { type: 'json' }
import newDevicePt from '@agency/messages/new-device/pt.json' with { type: 'json' }
import passcodeEn from '@agency/messages/passcode/en.json' with { type: 'json' }
import passcodeEs from '@agency/messages/passcode/es.json' with { type: 'json' }
import passcodePt from '@agency/messages/passcode/pt.json' with { type: 'json' }
import passwordResetEn from '@agency/messages/password-reset/en.json' with { type: 'json' }
import passwordResetEs from '@agency/messages/password-reset/es.json' with { type: 'json' }
import passwordResetPt from '@agency/messages/password-reset/pt.json' with { type: 'json' }
import reminderEn from '@agency/messages/reminder/en.json' with { type: 'json' }
import reminderEs from '@agency/messages/reminder/es.json' with { type: 'json' }
import reminderPt from '@agency/messages/reminder/pt.json' with { type: 'json' }
import revealAlertEn from '@agency/messages/reveal-alert/en.json' with { type: 'json' }
import revealAlertEs from '@agency/messages/reveal-alert/es.json' with { type: 'json' }
import revealAlertPt from '@agency/messages/reveal-alert/pt.json' with { type: 'json' }
import secondFactorRemovedEn from '@agency/messages/second-factor-removed/en.json' with { type: 'json' }
import secondFactorRemovedEs from '@agency/messages/second-factor-removed/es.json' with { type: 'json' }
import secondFactorRemovedPt from '@agency/messages/second-factor-removed/pt.json' with { type: 'json' }
import signingCodeEn from '@agency/messages/signing-code/en.json' with { type: 'json' }
import signingCodeEs from '@agency/messages/signing-code/es.json' with { type: 'json' }
import signingCodePt from '@agency/messages/signing-code/pt.json' with { type: 'json' }
import staffInvitationEn from '@agency/messages/staff-invitation/en.json' with { type: 'json' }
import staffInvitationEs from '@agency/messages/staff-invitation/es.json' with { type: 'json' }
import staffInvitationPt from '@agency/messages/staff-invitation/pt.json' with { type: 'json' }

const catalogues: Readonly<Record<MessageKind, Readonly<Record<Language, MessageTexts>>>> = {
  invitation: { en: invitationEn, es: invitationEs, pt: invitationPt },
  passcode: { en: passcodeEn, es: passcodeEs, pt: passcodePt },
  'signing-code': { en: signingCodeEn, es: signingCodeEs, pt: signingCodePt },
  reminder: { en: reminderEn, es: reminderEs, pt: reminderPt },
  'last-day': { en: lastDayEn, es: lastDayEs, pt: lastDayPt },
  copy: { en: copyEn, es: copyEs, pt: copyPt },
  'copy-attached': { en: copyAttachedEn, es: copyAttachedEs, pt: copyAttachedPt },
  declined: { en: declinedEn, es: declinedEs, pt: declinedPt },
  completed: { en: completedEn, es: completedEs, pt: completedPt },
  digest: { en: digestEn, es: digestEs, pt: digestPt },
  'staff-invitation': { en: staffInvitationEn, es: staffInvitationEs, pt: staffInvitationPt },
  'password-reset': { en: passwordResetEn, es: passwordResetEs, pt: passwordResetPt },
  'new-device': { en: newDeviceEn, es: newDeviceEs, pt: newDevicePt },
  'second-factor-removed': { en: secondFactorRemovedEn, es: secondFactorRemovedEs, pt: secondFactorRemovedPt },
  'reveal-alert': { en: revealAlertEn, es: revealAlertEs, pt: revealAlertPt },
  'health-alert': { en: healthAlertEn, es: healthAlertEs, pt: healthAlertPt },
  'account-changed': { en: accountChangedEn, es: accountChangedEs, pt: accountChangedPt },
  'contact-changed': { en: contactChangedEn, es: contactChangedEs, pt: contactChangedPt },
}

/** The texts of a kind of messages that staff have not edited. A catalogue may have others for the screens. */
export function defaultTexts(kind: MessageKind, language: Language): MessageTexts {
  const { subject, body, text } = catalogues[kind][language]
  return { subject, body, text }
}
