import { dialogSelector } from '@agency/shared-ui/host/page-focus'

/** Whether shortcuts use ⌘, as on Apple keyboards. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

const typing = 'input, textarea, select, [contenteditable="true"]'

/** Whether a key was pressed in a text control. */
export const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches(typing)

/** Whether a dialog is open. The page's shortcuts are disabled then. */
export const isDialogOpen = (): boolean => document.querySelector(dialogSelector) !== null
