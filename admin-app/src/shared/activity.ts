/** Milliseconds after an input in which calls count as caused by the person. */
const ownCalls = 60_000
/** Milliseconds between two messages to the other tabs. */
const messagePause = 5_000

const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Time of the last input, in any tab. Loading the page counts. */
let lastInput = Date.now()
let lastMessage = 0

/** Time of the last input, in ms since the epoch. */
export const lastActivity = (): number => lastInput

/** Whether a call now counts as caused by the person. */
export const isPersonActive = (): boolean => Date.now() - lastInput < ownCalls

interface Watch {
  /** Whether inputs count as activity now. */
  readonly counts: () => boolean
  /** Called after an input in this tab. */
  readonly onInput: () => void
  /** Called after an input in another tab. */
  readonly onOtherTab: () => void
}

/** Watches input in this tab and the others. @returns `note` to record other activity, and `stop` */
export function watchActivity({ counts, onInput, onOtherTab }: Watch): { note: () => void; stop: () => void } {
  const tabs = new BroadcastChannel('staff-activity')
  tabs.onmessage = ({ data }) => {
    if (typeof data !== 'number' || data <= lastInput) return
    lastInput = data
    onOtherTab()
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
