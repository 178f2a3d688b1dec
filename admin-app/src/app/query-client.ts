import { QueryClient } from '@tanstack/react-query'

/**
 * The cache of what the server owns. Nothing is retried unasked: every screen shows its failure at once, with a way to
 * try again. `always`: a browser that thinks it is offline may still reach this very machine.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  })
}
