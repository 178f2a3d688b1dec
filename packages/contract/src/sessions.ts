import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Archiving } from './clients.ts'
import { BaseVersion, Id, Nullable, Offset, Strict, Timestamp, Version } from './common.ts'
import { Language, languages } from './esign.ts'
import { route } from './route.ts'
import { sessionStates, sessionStatuses, unfinishedStates } from './session-state.ts'
import { CodeDestinations, SigningCodeMode } from './signing-codes.ts'

export const sessionTypes = ['onboarding', 'review', 'renewal', 'custom'] as const
export const SessionType = Type.Enum(sessionTypes)
export type SessionType = (typeof sessionTypes)[number]

export const SessionStatus = Type.Enum(sessionStatuses)
export type SessionStatus = Static<typeof SessionStatus>

/** The lowest first: staff saw the passcode; it was sent and shown to nobody; a code was confirmed. */
export const identificationLevels = ['chosen_or_seen', 'made_and_sent', 'one_time_code'] as const
export type IdentificationLevel = (typeof identificationLevels)[number]
const Identification = Type.Union([Type.Enum(identificationLevels), Type.Null()], {
  description:
    'How the signer is identified: the lowest level of the signatures so far, before the first one that of the passcode; ' +
    'null without a passcode, and for clients',
})

/** What an answer holds in place of a passcode that the product made and nobody has seen. */
export const passcodeMask = '••••••••'

export const ContactChange = Type.Object({
  field: Type.Enum(['email', 'phone'] as const),
  since: Timestamp,
  by: Nullable(Type.String({ description: 'Name of the staff member' })),
})
export type ContactChange = Static<typeof ContactChange>

const summary = {
  id: Id,
  client_id: Id,
  session_type: SessionType,
  session_code: Type.String({ description: '12 characters of Crockford base 32, without separators' }),
  status: SessionStatus,
  session_state: Type.Enum(sessionStates, {
    description:
      'How far it is: draft: not handed over; sent: handed over, nothing opened; opened: a document was opened; ' +
      'partly_done: a document is signed or completed; then the status that ended it',
  }),
  sent_at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When it was handed over: sent by message, its link or passcode copied, or first opened by the client',
    }),
  ),
  submitted_at: Nullable(Timestamp),
  created_at: Timestamp,
  expires_at: Timestamp,
  marked_at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When staff ended the session, or last set by hand a status of a document that makes it completed or declined',
    }),
  ),
  marked_by: Nullable(Type.String({ description: 'Name of that staff member; not shown to clients' })),
  declined_at: Nullable(
    Type.String({ format: 'date-time', description: 'When the client last declined a document; not shown to clients' }),
  ),
  asked_again_at: Nullable(
    Type.String({ format: 'date-time', description: 'When staff asked again after that; not shown to clients' }),
  ),
  asked_again_by: Nullable(Type.String({ description: 'Name of that staff member; not shown to clients' })),
  identification: Identification,
  documents_total: Type.Integer({ description: 'Documents of the session, without voided ones' }),
  documents_done: Type.Integer({ description: 'Those that are signed or completed' }),
  documents_to_sign: Type.Integer({
    description: 'Those that are signed: not only read, nor marked as done without a signature',
  }),
  version: Version,
}

const OpenDevices = Type.Integer({ description: 'How many browsers have the session open now' })

const ClientPhone = Nullable(Type.String({ description: 'The client’s primary phone; not shown to clients' }))

/** A row of a client's sessions; the passcode is not in lists. */
export const SessionSummary = Type.Object({
  ...summary,
  open_devices: OpenDevices,
})
export type SessionSummary = Static<typeof SessionSummary>

/** One session. A client's own view of it has no passcode. */
export const Session = Type.Object({
  ...summary,
  passcode: Nullable(
    Type.String({
      description: `null: there is none, or the caller may not see it; ${passcodeMask}: the product made it, and nobody has seen it`,
    }),
  ),
  identified_by: Nullable(
    Type.String({
      description: 'The masked addresses that the passcode or the one-time code went to; not for clients',
    }),
  ),
  contact_changes: Type.Array(ContactChange, {
    description:
      'Changes of the client’s contacts by staff shortly before the session was started, or since; not for clients',
  }),
  locked_out_at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When wrong passcodes last locked somebody out, within an hour; null for clients, and with a new passcode',
    }),
  ),
  passcode_outdated: Type.Boolean({
    description: 'The passcode was changed after it was sent, and no message has taken the new one; false for clients',
  }),
  opened_in_agency_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When it was first opened in a browser or network in which staff were logged in; not for clients',
    }),
  ),
  client_first_name: Nullable(Type.String()),
  client_last_name: Nullable(Type.String()),
  client_phone: ClientPhone,
  client_language: Language,
  consented_at: Nullable(Timestamp),
  signing_code: SigningCodeMode,
  code_destinations: Type.Optional(CodeDestinations),
  open_devices: OpenDevices,
  archived_at: Nullable(
    Type.String({ format: 'date-time', description: 'Since when it is in no list, search or count, and read-only' }),
  ),
  client_archived_at: Nullable(
    Type.String({ format: 'date-time', description: 'The same of its client, which archives all of its sessions' }),
  ),
  started_by: Nullable(Type.String({ description: 'Name of the staff member who started it; not shown to clients' })),
})
export type Session = Static<typeof Session>

/** A row of the list of all sessions, with the client's name and without encrypted values. */
export const SessionListItem = Type.Object({
  ...summary,
  client_first_name: Nullable(Type.String()),
  client_last_name: Nullable(Type.String()),
  client_phone: ClientPhone,
  opened_at: Nullable(Type.String({ format: 'date-time', description: 'When one of its documents was last opened' })),
  reminded_at: Nullable(Type.String({ format: 'date-time', description: 'When the client was last reminded by hand' })),
  undelivered: Type.Boolean({
    description: 'A message with its link or passcode was given up, none since, and no document was opened',
  }),
})
export type SessionListItem = Static<typeof SessionListItem>

export const sessionFilters = [
  ...sessionStatuses,
  ...unfinishedStates,
  'waiting',
  'waiting_long',
  'waiting_for_us',
  'expiring',
  'sealing_failed',
  'archived',
] as const

/** Newest first without `sort`. The number of matches is in `X-Total-Count`. */
export const SessionListQuery = Strict({
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'A session code, or a name, e-mail address or phone number' }),
  ),
  status: Type.Optional(
    Type.Enum(sessionFilters, {
      description:
        'draft, sent, opened, partly_done: the state; waiting: for the client, handed over and not for us; ' +
        'waiting_long: so, and the last document was handed over more than three days ago; waiting_for_us: not handed ' +
        'over, without documents or a passcode, with proposals to decide and nothing left for the client, without a message that arrived, or sealing has failed; expiring: waiting, and ' +
        'expires within seven days; sealing_failed: sealing of a document has failed, archived sessions too; archived: ' +
        'it is archived, or its client is',
    }),
  ),
  signed_since: Type.Optional(Timestamp),
  sort: Type.Optional(
    Type.Literal('waiting', {
      description: 'Longest handed over first; with status waiting, waiting_long or expiring alone',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 without it' })),
  offset: Type.Optional(Offset),
})
export type SessionListQuery = Static<typeof SessionListQuery>

/** With the search of the list, the counts are of what it finds. */
export const SessionCountsQuery = Strict({ q: SessionListQuery.properties.q })
export type SessionCountsQuery = Static<typeof SessionCountsQuery>

/** How many sessions are in each state, for the filter buttons. All but `archived` are without archived ones. */
export const SessionCounts = Type.Object({
  all: Type.Integer(),
  waiting_for_us: Type.Integer(),
  waiting: Type.Integer(),
  declined: Type.Integer(),
  expiring: Type.Integer(),
  completed: Type.Integer(),
  archived: Type.Integer(),
})
export type SessionCounts = Static<typeof SessionCounts>

const MakePasscode = Type.Optional(
  Type.Boolean({
    description:
      'true: the product makes the passcode, which nobody sees; it reaches the client by Send alone. Without the ' +
      'permission sessions.passcode, it always does',
  }),
)

export const StartSession = Strict({
  client_id: Id,
  session_type: SessionType,
  passcode: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  make_passcode: MakePasscode,
  signing_code: Type.Optional(SigningCodeMode),
})
export type StartSession = Static<typeof StartSession>

export const UpdateSession = Strict({
  version: BaseVersion,
  session_type: Type.Optional(SessionType),
  passcode: Type.Optional(
    Type.Union([Type.String({ maxLength: 200 }), Type.Null()], { description: 'null: no login' }),
  ),
  make_passcode: MakePasscode,
  expires_at: Type.Optional(Timestamp),
  signing_code: Type.Optional(SigningCodeMode),
  cancelled: Type.Optional(
    Type.Boolean({ description: 'true cancels; false reopens, with a new expiry if the old one has passed' }),
  ),
})
export type UpdateSession = Static<typeof UpdateSession>

/** A passcode that was revealed: from then on, staff have seen it. */
export const RevealedPasscode = Type.Object({ passcode: Nullable(Type.String()) })
export type RevealedPasscode = Static<typeof RevealedPasscode>

export const SessionAuthBody = Strict({ passcode: Type.String({ maxLength: 200 }) })

/** The open session, as the portal stores it. */
export const SessionAuthAnswer = Type.Object({
  session: Type.Object({ id: Id, client_id: Id, session_code: Type.String() }),
  language: Type.Optional(Type.Enum(languages, { description: 'The preferred one of the client’s record, if any' })),
})
export type SessionAuthAnswer = Static<typeof SessionAuthAnswer>

/** core-api's answer to the BFF, with the portal session that the cookie names. */
export const CoreSessionAuthAnswer = Type.Object({
  ...SessionAuthAnswer.properties,
  portal_session: Type.Object({ id: Id, expires_at: Timestamp }),
})
export type CoreSessionAuthAnswer = Static<typeof CoreSessionAuthAnswer>

const StartedSession = Type.Object({ id: Type.Optional(Type.String()), session_code: Type.Optional(Type.String()) })

export const sessionApi = {
  list: route('GET', '/sessions', { query: SessionListQuery, response: Type.Array(SessionListItem) }),
  counts: route('GET', '/sessions/counts', { query: SessionCountsQuery, response: SessionCounts }),
  ofClient: route('GET', '/clients/:id/sessions', { response: Type.Array(SessionSummary) }),
  /** With its passcode; audited as an access. */
  one: route('GET', '/session/:code/details', { response: Session }),
  start: route('POST', '/session', { body: StartSession, response: StartedSession }),
  update: route('PUT', '/session/:code', { body: UpdateSession, response: Session }),
  archive: route('PUT', '/session/:code/archived', { body: Archiving, response: Session }),
  takeDestinations: route('PUT', '/session/:code/code-destinations', { response: Session }),
  revealPasscode: route('POST', '/session/:code/passcode/reveal', { response: RevealedPasscode }),
}
