import type { Environment } from '@agency/contract/environment'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { forgetListPlace } from '../features/clients/list/list-place'
import { useAsked } from '../shared/dialogs/dialogs'
import { EnvironmentContext, ShowAgencyContext } from '../shared/environment'
import { ignoreStrayFiles } from '../shared/files/use-file-drop'
import { useLogin } from '../shared/login-store'
import { base } from '../shared/paths'
import { LossDialogHost } from '../shared/pdf-checks/loss-dialog'
import { forgetRecentRecords } from '../shared/recent-records'
import { forgetRevealReasons } from '../shared/reveals/reveal-reason'
import { Dialogs } from '../shared/shared-ui'
import { ToastHost } from '../shared/toasts/toast-host'
import { closeToast } from '../shared/toasts/toasts'
import { TooltipHost } from '../shared/tooltips/tooltip-host'
import { createQueryClient } from './query-client'
import { Router } from './routes/router'

export function App({ environment }: { readonly environment: Environment }) {
  const [queryClient] = useState(createQueryClient)
  const [agency, showAgency] = useState(environment.agency)
  const shown = useMemo(() => ({ ...environment, agency }), [environment, agency])
  useEffect(ignoreStrayFiles, [])
  useEffect(
    () =>
      useLogin.subscribe((now, before) => {
        // The next person must not see the cached data of this one.
        if (now.login?.token === before.login?.token) return
        queryClient.clear()
        closeToast()
        forgetListPlace()
        forgetRevealReasons()
        forgetRecentRecords()
      }),
    [queryClient],
  )
  return (
    <EnvironmentContext value={shown}>
      <ShowAgencyContext value={showAgency}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename={base}>
            <Router />
          </BrowserRouter>
          <LossDialogHost />
          <DialogHost />
          <ToastHost />
          <TooltipHost />
        </QueryClientProvider>
      </ShowAgencyContext>
    </EnvironmentContext>
  )
}

/** Shows the first of the queued questions. */
function DialogHost() {
  const asked = useAsked(({ queue }) => queue[0])
  // Mounted with the first question, and kept, so that it can restore the focus.
  const everAsked = useAsked(({ everAsked }) => everAsked)
  if (!everAsked) return null
  return <Dialogs request={asked?.request ?? null} onAnswer={(answer) => asked?.answer(answer)} />
}
