import { type RefObject, useEffect, useRef } from 'react'

/** It was lost with the pressed button. @returns the ref of the message, which needs `tabIndex={-1}` */
export function useLostFocus<Message extends HTMLElement>(isShown: boolean): RefObject<Message | null> {
  const message = useRef<Message>(null)
  useEffect(() => {
    if (isShown && document.activeElement === document.body) message.current?.focus()
  }, [isShown])
  return message
}
