import { useEffect } from 'react'
import { showShortcuts, useShortcutsDialog } from '../../shared/dialogs/requested-dialog'
import { isDialogOpen, isTyping } from '../../shared/keyboard'
import { loadedPart } from '../../shared/shared-ui'

const ShortcutsDialog = loadedPart(async () => (await import('./shortcuts-dialog')).ShortcutsDialog)

/** The key `?` shows the keyboard shortcuts, except in text controls. */
export function Shortcuts() {
  const { isOpen } = useShortcutsDialog()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event) || isDialogOpen()) return
      event.preventDefault()
      showShortcuts()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  if (!isOpen) return null
  return <ShortcutsDialog onClose={() => useShortcutsDialog.setState({ isOpen: false })} />
}
