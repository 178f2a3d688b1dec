import { create } from 'zustand'

/** A short message about something that was done. */
export interface Toast {
  readonly text: string
  /** Takes back what was done. */
  readonly undo?: () => void
}

/** The toast on the screen. A new one replaces it. */
export const useToasts = create<{ readonly toast: Toast | null }>(() => ({ toast: null }))

/** Shows a message, and announces it to screen readers. It must not hold sensitive values. */
export const showToast = (toast: Toast): void => useToasts.setState({ toast })

export const closeToast = (): void => useToasts.setState({ toast: null })
