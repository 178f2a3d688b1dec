import { useQueryClient } from '@tanstack/react-query'

const dashboardKeys = new Set<unknown>(['today', 'due', 'declined-documents'])

/** Refetches lists and the dashboard, but no details of sessions: each answer with a passcode is audited. */
export function useRefreshWork(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [area, part] }) =>
        area === 'session-forms' ||
        area === 'session-messages' ||
        (area === 'sessions' && part !== 'details') ||
        (area === 'clients' && dashboardKeys.has(part)),
    })
}
