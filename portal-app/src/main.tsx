import '@agency/shared-ui/tokens.css'
import '@agency/shared-ui/base.css'
import './app/app.css'
import { startedEvent } from '@agency/shared-ui/host/retry-lost-files'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { useLanguage } from './shared/language.ts'
import { basePath } from './shared/paths.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')

/** The portal starts in English if another language can't be loaded. */
function languageUnreachable() {
  document.documentElement.lang = 'en'
}

if (window.location.pathname === '/session') window.history.replaceState(null, '', basePath)

await useLanguage.getState().start().catch(languageUnreachable)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
window.dispatchEvent(new Event(startedEvent))
