import type { ChannelState, MessageChannel, SendSession } from '@agency/contract/messages'
import { useId } from 'react'
import { stoppedText } from '../../../shared/texts-stopped'
import { usePermission } from '../../../shared/use-permission'
import { channelText } from './message-text'
import styles from './session-messages.module.css'

interface ChannelChoiceProps {
  readonly secret: 'link' | 'passcode'
  readonly channels: Readonly<Record<MessageChannel, ChannelState>>
  /** Messages that are written to files are shown on a page. Otherwise they reach nobody. */
  readonly isDemo: boolean
  readonly value: SendSession['link']
  /** The channel that takes the other of link and passcode. */
  readonly taken: MessageChannel | null
  readonly onChange: (value: SendSession['link']) => void
}

const title = { link: 'Link', passcode: 'Passcode' } as const
const byHand = {
  link: 'By hand: I copy it from the session page',
  passcode: 'By hand: I tell the client myself',
} as const

/** For those who may not see it. */
const notNow = 'Not this time'

/** By which channel the link or the passcode goes. A channel that cannot take it says why. */
export function ChannelChoice({ secret, channels, isDemo, value, taken, onChange }: ChannelChoiceProps) {
  const id = useId()
  const mayTell = usePermission('sessions.passcode')
  const optionOf = (channel: MessageChannel) => {
    const state = channels[channel]
    const why = refusalOf(secret, { channel, state, taken, isDemo })
    return (
      <div key={channel}>
        <label className="choice">
          <input
            type="radio"
            name={id}
            checked={value === channel}
            disabled={why !== null}
            aria-describedby={why === null ? undefined : `${id}${channel}`}
            onChange={() => onChange(channel)}
          />{' '}
          {channelText[channel]}
          {state.to !== null && ` to ${state.to}`}
        </label>
        {why !== null && (
          <p id={`${id}${channel}`} className={styles.why}>
            {why}
          </p>
        )}
      </div>
    )
  }
  return (
    <fieldset className={styles.choices}>
      <legend>{title[secret]}</legend>
      {optionOf('email')}
      {optionOf('text')}
      <label className="choice">
        <input type="radio" name={id} checked={value === 'none'} onChange={() => onChange('none')} />{' '}
        {secret === 'link' || mayTell ? byHand[secret] : notNow}
      </label>
      {secret === 'passcode' && mayTell && value === 'none' && (
        <p className={styles.why}>The session page shows it: tell it by phone or in person.</p>
      )}
    </fieldset>
  )
}

interface Option {
  readonly channel: MessageChannel
  readonly state: ChannelState
  readonly taken: MessageChannel | null
  readonly isDemo: boolean
}

/** Why a channel cannot take the link or the passcode; null if it can. */
function refusalOf(secret: 'link' | 'passcode', { channel, state, taken, isDemo }: Option): string | null {
  if (state.mode === 'off' || (state.mode === 'files' && !isDemo)) {
    return channel === 'email' ? 'No mail server is set up.' : 'No text gateway is set up.'
  }
  if (state.stopped) return `${stoppedText(state.stopped)}. Send it another way.`
  if (state.to === null) {
    return channel === 'email' ? 'The record has no usable email address.' : 'The record has no usable phone number.'
  }
  if (taken === channel) return 'The link goes this way. The passcode must take another.'
  if (state.carries !== null && state.carries !== secret) {
    return `The ${state.carries} went this way. The ${secret} must take another.`
  }
  return null
}
