/** Milliseconds. Calls within this time after an input count as the person's own. */
const ownCalls = 60_000
/** Milliseconds between two messages to the other tabs. */
const messagePause = 5_000

const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** When the person last did something, in this tab or another one; opening the page counts. */
let lastInput = Date.now()
let lastMessage = 0

/** When the person last did something, in ms since the epoch. */
export const lastActivity = (): number => lastInput

/** Whether what the app asks for now can be the person's wish. */
export const isPersonActive = (): boolean => Date.now() - lastInput < ownCalls

interface Watch {
  /** Whether inputs count as activity now. */
  readonly counts: () => boolean
  /** The person has done something in this tab. */
  readonly onInput: () => void
  /** The person has done something in another tab. */
  readonly onElsewhere: () => void
}

/**
 * Watches for keys, presses, and scrolling in this tab, and for the same in the others.
 * @returns `note`, for what counts as activity beside these, and `stop`
 */
export function watchActivity({ counts, onInput, onElsewhere }: Watch): { note: () => void; stop: () => void } {
  const tabs = new BroadcastChannel('staff-activity')
  tabs.onmessage = ({ data }) => {
    if (typeof data !== 'number' || data <= lastInput) return
    lastInput = data
    onElsewhere()
  }
  const note = () => {
    lastInput = Date.now()
    if (lastInput - lastMessage >= messagePause) {
      lastMessage = lastInput
      tabs.postMessage(lastInput)
    }
    onInput()
  }
  const input = () => {
    if (counts()) note()
  }
  for (const event of events) window.addEventListener(event, input, { capture: true, passive: true })
  const stop = () => {
    for (const event of events) window.removeEventListener(event, input, { capture: true })
    tabs.close()
  }
  return { note, stop }
}
