import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to a message that came in place of the pressed button: with the button the focus was lost.
 * @param isShown whether the message is there
 * @returns the ref of the message, which needs `tabIndex={-1}`
 */
export function useLostFocus<Message extends HTMLElement>(isShown: boolean): RefObject<Message | null> {
  const message = useRef<Message>(null)
  useEffect(() => {
    if (isShown && document.activeElement === document.body) message.current?.focus()
  }, [isShown])
  return message
}
