import { alert } from './dialogs/dialogs'
import { showToast } from './toasts/toasts'

/** Copies a link to give by hand; shows it where the browser does not allow that. @param text what is said of it then */
export async function copyLink(link: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    showToast({ text })
  } catch {
    await alert(`Copy this link: ${link}`)
  }
}
