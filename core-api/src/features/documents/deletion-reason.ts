/** The encryption context of the reason for deleting a filed document. */
export const deletionContext = (id: string) => ({ table: 'documents', id, purpose: 'reason' })
