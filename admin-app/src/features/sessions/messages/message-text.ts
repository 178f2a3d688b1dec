import type { ChannelState, MessageError, MessageKind, SessionMessage } from '@agency/contract/messages'

/** What a message is, as staff call it. */
export const kindText: Readonly<Record<MessageKind, string>> = {
  invitation: 'Link',
  passcode: 'Passcode',
  'signing-code': 'Signing code',
  reminder: 'Reminder',
  'last-day': 'Last-day reminder',
  copy: 'Copy of signed documents',
  'copy-attached': 'Copy of signed documents',
  declined: 'Notice: declined',
  completed: 'Notice: completed',
  digest: 'Morning digest',
  'staff-invitation': 'Staff invitation',
  'password-reset': 'Password reset',
  'new-device': 'Notice: new device',
  'second-factor-removed': 'Notice: second factor removed',
  'reveal-alert': 'Notice: unusual access',
  'health-alert': 'Notice: health',
  'account-changed': 'Notice: account changed',
  'contact-changed': 'Notice: contact changed',
}

export const channelText = { email: 'Email', text: 'Text message' } as const

const reasons: Readonly<Record<MessageError, string>> = {
  unreachable: 'the server could not be reached',
  timeout: 'the server took too long',
  busy: 'the server is busy',
  'login-refused': 'the server refused the login in the settings',
  'mailbox-unknown': 'mailbox unknown',
  'mailbox-full': 'mailbox full',
  'number-unknown': 'this number cannot receive text messages',
  'opted-out': 'the client asked for no text messages to this number',
  refused: 'the server refused it',
  undelivered: 'the carrier did not deliver it',
  unconfirmed: 'the server did not confirm it, so it may have arrived',
  'not-set-up': 'no server is set up',
  'not-needed': 'no longer needed',
  template: 'its template has a placeholder without a value',
  restored: 'it was waiting when a backup was made that was restored since',
}

interface StateText {
  readonly label: string
  readonly tone: 'success' | 'info' | 'warning' | 'danger' | undefined
  /** What staff should know about it. */
  readonly detail: string | null
}

export function stateText(message: SessionMessage, mode: ChannelState['mode']): StateText {
  const { state, error, unconfirmed } = message
  const reason = error === null ? 'unknown' : reasons[error]
  switch (state) {
    case 'queued':
    case 'sending':
      return { label: 'Sending', tone: 'info', detail: null }
    case 'sent': {
      const detail = unconfirmed > 0 ? 'It may have arrived more than once.' : null
      return mode === 'server'
        ? { label: 'Sent', tone: 'success', detail }
        : { label: 'Written to a file', tone: 'warning', detail }
    }
    case 'failed':
      return { label: 'Not sent yet', tone: 'warning', detail: `Will be tried again: ${reason}.` }
    case 'dead':
      if (error === 'not-needed') {
        return { label: 'Not sent', tone: undefined, detail: 'No longer needed, or the client’s address has changed.' }
      }
      return error === 'restored'
        ? { label: 'Not sent', tone: 'warning', detail: 'Restored from a backup. It may have been sent before.' }
        : { label: 'Not delivered', tone: 'danger', detail: `Could not be delivered: ${reason}.` }
  }
}
