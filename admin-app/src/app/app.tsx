import type { Environment } from '@agency/contract/environment'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { forgetListPlace } from '../features/clients/list/list-return'
import { EnvironmentContext } from '../shared/environment'
import { useLogin } from '../shared/login-store'
import { base } from '../shared/paths'
import { DialogHost } from './dialog-host'
import { createQueryClient } from './query-client'
import { Router } from './routes/router'

/** The back office, with everything its screens need around them. */
export function App({ environment }: { readonly environment: Environment }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(
    () =>
      useLogin.subscribe((now, before) => {
        // What one person was allowed to see must not wait in memory for the next.
        if (now.login?.token === before.login?.token) return
        queryClient.clear()
        forgetListPlace()
      }),
    [queryClient],
  )
  return (
    <EnvironmentContext value={environment}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter basename={base}>
          <Router />
        </BrowserRouter>
        <DialogHost />
      </QueryClientProvider>
    </EnvironmentContext>
  )
}
