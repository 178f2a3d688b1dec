import { dialogSelector } from '@agency/shared-ui/host/page-focus'

/** Whether shortcuts use ⌘, as on Apple keyboards. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Inputs without text, which use few keys of their own. */
const pressed =
  ':is([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="file"])'
const typing = `input:not(${pressed}), textarea, [contenteditable="true"]`

/** Whether a key was pressed in a control that uses it: any key in a text, in a list all but those with Ctrl or ⌘. */
export function isTyping({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.matches(typing) || (target.matches('select') && !ctrlKey && !metaKey)
}

/** Whether a dialog is open. The page's shortcuts are disabled then. */
export const isDialogOpen = (): boolean => document.querySelector(dialogSelector) !== null
