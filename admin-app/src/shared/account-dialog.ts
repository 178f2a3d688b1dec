import { create } from 'zustand'

/** Whether the dialog about one's own account is open; several screens lead to it. */
export const useAccountDialog = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openAccountDialog = (): void => useAccountDialog.setState({ isOpen: true })
export const closeAccountDialog = (): void => useAccountDialog.setState({ isOpen: false })
