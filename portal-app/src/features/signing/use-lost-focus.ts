import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to a message that has replaced the pressed button, since the focus was lost with the button.
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
