import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the message in place of the pressed button. @returns the message's ref; it needs `tabIndex={-1}` */
export function useLostFocus<Message extends HTMLElement>(isShown: boolean): RefObject<Message | null> {
  const message = useRef<Message>(null)
  useEffect(() => {
    if (isShown && document.activeElement === document.body) message.current?.focus()
  }, [isShown])
  return message
}
