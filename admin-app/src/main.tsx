import '@agency/shared-ui/tokens.css'
import '@agency/shared-ui/base.css'
import { guardRestoredPage } from '@agency/http-client/restored-page'
import { startedEvent } from '@agency/shared-ui/host/retry-lost-files'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './shared/looks/typeface.css'
import './shared/looks/admin-tokens.css'
import './shared/looks/folder-tables.css'
import './shared/tables/stacked-table.css'
import { App } from './app/app'
import { readEnvironment } from './app/environment'
import { prefetchScreen } from './app/routes/router'
import { connectApi } from './shared/api'
import { followOtherTabs, showStoredLogin, useLogin } from './shared/login-store'
import { connectSharedUi } from './shared/shared-ui'
import { showTheme } from './shared/theme'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')

const environment = readEnvironment(document)
showTheme()
connectApi(environment.apiBase)
connectSharedUi(environment.uiBase)
followOtherTabs()
guardRestoredPage(showStoredLogin)
if (useLogin.getState().login !== null) prefetchScreen(window.location.pathname)

// The dialog of this history entry was left with the former document: neither a reload nor Back opens it again.
const { state } = window.history
if (state?.usr?.dialog) window.history.replaceState({ ...state, usr: null }, '')

// As a transition, the first render is done in parts, and not in one long task.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App environment={environment} />
    </StrictMode>,
  ),
)
window.dispatchEvent(new Event(startedEvent))
