import { readRefusal } from '../api-error'
import { alert, alertFailure, confirm, prompt } from '../dialogs/dialogs'

interface Deletion {
  readonly kind: 'client' | 'session'
  /** What is typed to confirm: the client's name, or the session's code. */
  readonly words: string
  /** What is deleted with it. */
  readonly consequences: string
}

/** Without case, spaces and hyphens. */
const plain = (text: string): string => text.replace(/[\s-]+/g, '').toLowerCase()

/** Asks to type the name or code of what is deleted. @returns whether it was typed */
export async function confirmDeletion({ kind, words, consequences }: Deletion): Promise<boolean> {
  const message = `${consequences} This can't be undone. Type “${words}” to delete the ${kind} for good.`
  const typed = await prompt(message, { title: `Delete this ${kind} for good?` })
  if (typed === null) return false
  if (plain(typed) === plain(words)) return true
  await alert(`The ${kind} was not deleted: “${typed.trim()}” is not “${words}”.`)
  return false
}

/** Says what archiving does. @returns whether it was confirmed */
export const confirmArchiving = (kind: 'client' | 'session', consequences: string): Promise<boolean> =>
  confirm(consequences, { title: `Archive this ${kind}?`, confirmLabel: 'Archive' })

/** Alerts the server's reason where it refused, such as for signed documents; otherwise the failure. */
export async function explainRefusal(error: unknown, failure: string): Promise<void> {
  const body = readRefusal(error)?.body
  await (body?.code === 'WRONG_STATE' ? alert(body.message) : alertFailure(failure, error))
}
