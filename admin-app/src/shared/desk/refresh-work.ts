import { useQueryClient } from '@tanstack/react-query'

const dashboardKeys = new Set<unknown>(['today', 'due', 'declined-documents'])

/** Not the details of a session, since each answer with a passcode is audited as an access. */
export function useRefreshWork(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [area, part] }) =>
        area === 'session-forms' ||
        (area === 'sessions' && part !== 'details') ||
        (area === 'clients' && dashboardKeys.has(part)),
    })
}
