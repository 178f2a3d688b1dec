import { accountApi } from '@agency/contract/admins'
import { useEffect, useRef, useState } from 'react'
import { lastActivity, watchActivity } from '../../shared/activity'
import { call } from '../../shared/call'
import { counted } from '../../shared/formatting'
import { Button, Modal } from '../../shared/shared-ui'
import { logOut, logOutIdle } from './log-out'

/** Seconds before the end of the login at which the dialog opens. */
const warning = 60
/** Milliseconds between two reports to the server. */
const reportPause = 60_000

/** The server enforces the same limit. Render it with the token as its key: one instance watches one login. */
export function IdleWatch() {
  const { secondsLeft, stay } = useIdleEnd()
  if (secondsLeft === null) return null
  return (
    <Modal
      open
      urgent
      dismissible={false}
      size="small"
      onOpenChange={stay}
      title="Are you still there?"
      description="Nothing has happened here for a while. What you typed is kept until you log in again."
      footer={
        <>
          <Button onClick={stay}>Stay logged in</Button>
          <Button variant="secondary" onClick={logOut}>
            Log out
          </Button>
        </>
      }
    >
      <p>
        You will be logged out in <span role="timer">{counted(secondsLeft, 'second')}</span>.
      </p>
    </Modal>
  )
}

/** Seconds until the login ends; null while that is more than a minute. */
function useIdleEnd() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const stay = useRef(() => {})
  useEffect(() => {
    let idleSeconds: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = false
    const check = () => {
      clearTimeout(timer)
      if (idleSeconds === undefined) return
      const left = Math.ceil((lastActivity() - Date.now()) / 1_000) + idleSeconds
      asked = left <= warning
      setSecondsLeft(asked ? Math.max(left, 0) : null)
      if (left <= 0) logOutIdle()
      else timer = setTimeout(check, asked ? 1_000 : (left - warning) * 1_000)
    }
    const report = reportActivity((seconds) => {
      idleSeconds = seconds
      check()
    })
    // While the dialog is open, only its answer counts as activity.
    const watch = watchActivity({ counts: () => !asked, onInput: () => report.soon(), onOtherTab: check })
    stay.current = () => {
      asked = false
      watch.note()
      check()
    }
    report.soon()
    return () => {
      clearTimeout(timer)
      report.stop()
      watch.stop()
    }
  }, [])
  return { secondsLeft, stay: () => stay.current() }
}

/** Reports activity to the server at most once a minute. @param onAnswer called with the idle limit in seconds */
function reportActivity(onAnswer: (idleSeconds: number) => void) {
  // The calls of the page load count as activity.
  let lastReport = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = async () => {
    lastReport = Date.now()
    timer = undefined
    try {
      onAnswer((await call(accountApi.activity)).idle_seconds)
    } catch {
      // Unreachable: the next input reports again. The API client handles an ended login.
    }
  }
  return {
    soon() {
      timer ??= setTimeout(send, Math.max(0, lastReport + reportPause - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
