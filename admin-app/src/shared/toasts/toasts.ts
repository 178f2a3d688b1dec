import { create } from 'zustand'

export interface Toast {
  readonly text: string
  readonly undo?: () => void
}

/** The toast on the screen. A new one replaces it. */
export const useToasts = create<{ readonly toast: Toast | null }>(() => ({ toast: null }))

/** Shows a message, and announces it to screen readers. It must not hold sensitive values. */
export const showToast = (toast: Toast): void => useToasts.setState({ toast })

export const closeToast = (): void => useToasts.setState({ toast: null })
