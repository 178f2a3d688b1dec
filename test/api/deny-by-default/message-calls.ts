import { client, type DescribedCalls, staff } from './described-call.ts'

const template = '/message-templates/reminder/en'
const templateTexts = { subject: 'Intruded', body: 'Intruded {link}', text: 'Intruded {link}' }

/** Messages and reminders of a session, one-time codes, and the texts of messages. */
export const messageCalls: DescribedCalls = {
  // Only a demonstration has messages to show.
  listWrittenMessages: { who: [], path: () => '/outbox', exceptions: { staff: 404 } },
  listSessionMessages: { who: staff, path: ({ session }) => `/session/${session.session_code}/messages` },
  sendSession: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}/messages`,
    body: () => ({ link: 'none', passcode: 'none' }),
  },
  // Nothing of this session waits.
  releaseSession: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}/messages/release`,
    exceptions: { done: 409 },
  },
  // There is no message with this id.
  retrySessionMessage: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}/messages/${crypto.randomUUID()}/retry`,
    exceptions: { done: 404 },
  },
  getSessionReminders: { who: staff, path: ({ session }) => `/session/${session.session_code}/reminders` },
  updateSessionReminders: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}/reminders`,
    body: () => ({ paused: true }),
  },
  changeCodeDestinations: { who: staff, path: ({ session }) => `/session/${session.session_code}/code-destinations` },
  getSigningCode: { who: client, path: ({ session }) => `/session/${session.session_code}/signing-code` },
  // This session needs none.
  requestSigningCode: {
    who: client,
    path: ({ session }) => `/session/${session.session_code}/signing-code`,
    body: () => ({ channel: 'email' }),
    exceptions: { done: 409 },
  },
  confirmSigningCode: {
    who: client,
    path: ({ session }) => `/session/${session.session_code}/signing-code/confirm`,
    body: () => ({ code: '123456' }),
    exceptions: { done: 409 },
  },
  listMessageTemplates: { who: staff, path: () => '/message-templates' },
  getMessageTemplate: { who: staff, path: () => template },
  changeMessageTemplate: { who: staff, path: () => template, body: () => templateTexts },
  previewMessageTemplate: { who: staff, path: () => `${template}/preview`, body: () => templateTexts },
  sendTestMessage: { who: staff, path: () => `${template}/test` },
  resetMessageTemplate: { who: staff, path: () => template },
}
