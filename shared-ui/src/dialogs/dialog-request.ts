interface Question {
  message: string
  title?: string
  confirmLabel?: string
}

interface Cancellable extends Question {
  cancelLabel?: string
  /** For an action that can't be undone: the button is red. Cancel has the focus, unless a text is asked for. */
  danger?: boolean
}

interface AlertRequest extends Question {
  kind: 'alert'
}

interface ConfirmRequest extends Cancellable {
  kind: 'confirm'
}

interface PromptRequest extends Cancellable {
  kind: 'prompt'
  /** The label of the field; by default the message. */
  label?: string
  password?: boolean
  defaultValue?: string
}

/** A question. Each one is a new object, even if its texts are the same as before. */
export type DialogRequest = AlertRequest | ConfirmRequest | PromptRequest

/** alert: always true. confirm: true or false. prompt: the text as typed, or null when cancelled. */
export type DialogAnswer = boolean | string | null
