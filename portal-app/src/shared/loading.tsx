import { useEffect, useState } from 'react'
import { useMessages } from './language.ts'

/** Milliseconds until a note says that loading takes long; well below the idle time-out of @agency/http-client. */
export const lateAfter = 5_000

/** Placeholder of content that loads. After `lateAfter` it says that this takes longer than usual. */
export function Loading({ text }: { readonly text: string }) {
  const late = useLate(lateAfter)
  const t = useMessages()
  return (
    <div role="status">
      <p>{text}</p>
      {late && <p className="field-hint">{t('loadingLate')}</p>}
    </div>
  )
}

/** Whether a screen has been shown for longer than `after` milliseconds. */
export function useLate(after: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return late
}
