import { isUnanswered, readErrorAnswer } from '@agency/http-client/call-error'
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
  /** The open questions. The first is on the screen. */
  readonly queue: readonly Asked[]
  readonly everAsked: boolean
}

export const useAsked = create<AskedState>(() => ({ queue: [], everAsked: false }))

/** Shows a message, and resolves after it was closed. */
export async function alert(message: string, title?: string): Promise<void> {
  await ask({ kind: 'alert', message, ...(title && { title }) })
}

/** Asks for confirmation; false when it is declined. */
export async function confirm(message: string, options: ConfirmOptions = {}): Promise<boolean> {
  return (await ask({ kind: 'confirm', message, ...options })) === true
}

/** Asks for a text; null when the prompt is cancelled. */
export async function prompt(message: string, options: PromptOptions = {}): Promise<string | null> {
  const answer = await ask({ kind: 'prompt', message, ...options })
  return typeof answer === 'string' ? answer : null
}

const noAnswer = 'The server gave no answer. What you typed is still here: try again once the connection is back.'

/** Alerts a failure, and logs it to the console; not an expired login, and not what was cancelled (AbortError). */
export async function alertFailure(message: string, error: unknown): Promise<void> {
  if (readErrorAnswer(error)?.status === 401 || isCancelled(error)) return
  reportError(error)
  const reason = reasonOf(error)
  await ask(reason === undefined ? { kind: 'alert', message } : { kind: 'alert', title: message, message: reason })
}

function reasonOf(error: unknown): string | undefined {
  if (isUnanswered(error)) return noAnswer
  const body = readRefusal(error)?.body
  if (body?.code === 'TOO_MANY_RECORDS' || body?.code === 'TOO_MANY_ATTEMPTS') return body.message
  return body?.code === 'DISK_FULL' ? `${body.message} What you typed is still here.` : undefined
}

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

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
