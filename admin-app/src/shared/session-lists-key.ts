/** Prefix of the keys of the clients' lists of sessions; a session's status there follows its documents. */
export const sessionListsKey = ['sessions', 'of-client'] as const
