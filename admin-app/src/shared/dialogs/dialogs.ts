import { isUnanswered } from '@agency/http-client/call-error'
import type { DialogAnswer, DialogRequest } from '@agency/shared-ui/Dialogs'
import { create } from 'zustand'
import { readRefusal } from '../api-error'

interface Asked {
  readonly request: DialogRequest
  readonly answer: (answer: DialogAnswer) => void
}

type ConfirmOptions = Omit<Extract<DialogRequest, { kind: 'confirm' }>, 'kind' | 'message'>

type PromptOptions = Omit<Extract<DialogRequest, { kind: 'prompt' }>, 'kind' | 'message'>

interface AskedState {
  /** What waits for an answer; the first is on screen. */
  readonly queue: readonly Asked[]
  readonly everAsked: boolean
}

/** The questions to the person in front of the screen. */
export const useAsked = create<AskedState>(() => ({ queue: [], everAsked: false }))

/** Tells the person something and resolves once they have read it. */
export async function alert(message: string): Promise<void> {
  await ask({ kind: 'alert', message })
}

/** Asks the person to agree; false when they don't. */
export async function confirm(message: string, options: ConfirmOptions = {}): Promise<boolean> {
  return (await ask({ kind: 'confirm', message, ...options })) === true
}

/** Asks the person for a text; null when they give none. */
export async function prompt(message: string, options: PromptOptions = {}): Promise<string | null> {
  const answer = await ask({ kind: 'prompt', message, ...options })
  return typeof answer === 'string' ? answer : null
}

const noAnswer = 'The server gave no answer. What you typed is still here: try again once the connection is back.'

/**
 * Alerts that something failed, with the cause in the browser's console, and says so when the server was out of reach.
 * An expired login is left out: the login screen is about to say so.
 */
export async function alertFailure(message: string, error: unknown): Promise<void> {
  if (readRefusal(error)?.status === 401) return
  reportError(error)
  await ask(isUnanswered(error) ? { kind: 'alert', title: message, message: noAnswer } : { kind: 'alert', message })
}

function ask(request: DialogRequest): Promise<DialogAnswer> {
  return new Promise((resolve) => {
    const asked: Asked = {
      request,
      answer: (answer) => {
        useAsked.setState(({ queue }) => ({ queue: queue.filter((other) => other !== asked) }))
        resolve(answer)
      },
    }
    useAsked.setState(({ queue }) => ({ queue: [...queue, asked], everAsked: true }))
  })
}
