interface Question {
  /** The exact words to show. Line breaks are kept. */
  message: string
  title?: string
  confirmLabel?: string
}

interface Cancellable extends Question {
  cancelLabel?: string
}

interface AlertRequest extends Question {
  kind: 'alert'
}

interface ConfirmRequest extends Cancellable {
  kind: 'confirm'
  /** What is confirmed can't be undone: a red button, and Cancel has the focus. */
  danger?: boolean
}

interface PromptRequest extends Cancellable {
  kind: 'prompt'
  /** Names the field; without it the message does. */
  label?: string
  /** Hides what is typed. */
  password?: boolean
  defaultValue?: string
}

/** What is asked. Each question is an object of its own: a new object is a new question, even with the same words. */
export type DialogRequest = AlertRequest | ConfirmRequest | PromptRequest

/** alert: always true. confirm: true or false. prompt: the text as typed, or null when cancelled. */
export type DialogAnswer = boolean | string | null
