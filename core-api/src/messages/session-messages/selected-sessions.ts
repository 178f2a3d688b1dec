import { isUuid } from '@agency/contract/common'
import type { SendSession } from '@agency/contract/messages'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { SelectedAction } from '../../clients/selections/selected-action.ts'
import { findPreset } from '../../library/global-forms/form-preset-service.ts'
import { InvalidInput, WrongState } from '../../platform/errors.ts'
import { startPresetSession } from '../../sessions/session-forms/preset-session.ts'
import { withdrawWithin } from '../../sessions/sessions/session-changes.ts'
import { noServer, sameChannel, sendWithin } from './session-message-service.ts'

const wrong = (field: string, message: string): never => {
  throw new InvalidInput([{ field, message }])
}

const by = { email: 'by email', text: 'by text message', none: '' } as const

function howSent(send: Pick<SendSession, 'link' | 'passcode'> | null | undefined): string {
  if (!send) return 'Nothing is sent.'
  const other = send.passcode === 'none' ? 'the passcode not at all' : `the passcode ${by[send.passcode]}`
  return `The link is sent ${by[send.link]}, ${other}.`
}

/** Starts sessions with the forms of a preset for selected clients, and sends them. An undo cancels those that are unopened. */
export async function selectedSessions(app: FastifyInstance): Promise<void> {
  const { files, agency, channels, config } = app
  const {
    SESSION_DAYS: days,
    SIGNING_CODE: signingCode,
    CONTACT_CHANGE_DAYS: contactDays,
    PUBLIC_URL: publicUrl,
  } = config
  const modes = channels.reaching

  const action: SelectedAction = {
    async read(db, { kind, value, send = null }) {
      const preset = value !== null && isUuid(value) ? await findPreset(db, value) : undefined
      if (!preset) return wrong('action.value', 'must be the id of a preset of forms')
      if (preset.form_ids.length === 0) wrong('action.value', 'is a preset without forms')
      if (send === null) return { kind, value, send }
      if (send.link === 'none') wrong('action.send.link', 'must be email or text')
      if (send.link === send.passcode) wrong('action.send.passcode', sameChannel)
      for (const name of ['link', 'passcode'] as const) {
        const channel = send[name]
        if (channel !== 'none' && modes[channel] === 'off') wrong(`action.send.${name}`, noServer[channel])
      }
      await agency.requireComplete(db)
      return { kind, value, send }
    },
    async sentence(db, { value, send }, clients) {
      const preset = await findPreset(db, value ?? '')
      const forms = preset ? `the forms of ${preset.name}` : 'the forms of a preset that was deleted'
      return `Start a session with ${forms} for ${clients}, except those who have an open one with them. ${howSent(send)}`
    },
    async requireReady(db, { value, send }) {
      if (send) await agency.requireComplete(db)
      const preset = await findPreset(db, value ?? '')
      if (!preset) throw new WrongState('The preset was deleted.')
      if (preset.form_ids.length === 0) throw new WrongState('The preset has no forms any more.')
    },
    async run(context, clientId, { value, send }) {
      const id = uuid()
      const of = { id, clientId, presetId: value ?? '' }
      const code = await startPresetSession({ ...context, files }, of, { days, signingCode, contactDays })
      if (code === undefined) return { result: 'unchanged', reason: 'has an open session with these forms' }
      const former = JSON.stringify(id)
      if (!send) return { result: 'changed', former }
      const isHeld = await sendWithin({ ...context, publicUrl, contactDays, modes }, code, send)
      return { result: 'changed', former, ...(isHeld ? { reason: 'waits for a colleague to release it' } : {}) }
    },
    undo: (context, former) => withdrawWithin(context, former),
  }
  app.selectedActions.set('start_session', action)
}
