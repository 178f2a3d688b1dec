import '@agency/shared-ui/tokens.css'
import '@agency/shared-ui/base.css'
import './app/app.css'
import { startedEvent } from '@agency/shared-ui/host/retry-lost-files'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { useLanguage } from './shared/language.ts'
import { tidyAddress } from './shared/paths.ts'
import { readShownScreen } from './shared/shown-screen.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')

/** The portal starts in English if another language can't be loaded. */
function languageUnreachable() {
  document.documentElement.lang = 'en'
}

const { start } = useLanguage.getState()
const shown = readShownScreen()
tidyAddress()
await start(shown?.language).catch(languageUnreachable)

/** A page that nginx kept may be in another language than the client's. Until React has taken it over, it keeps its own. */
function ClientLanguage() {
  useEffect(() => void start().catch(() => undefined), [])
  return null
}

const app = (
  <StrictMode>
    <App shown={shown} />
    {shown && <ClientLanguage />}
  </StrictMode>
)
// The screens of the server are those of the build that this script belongs to. Typed text stays. As a transition,
// hydration is done in short slices, so that the form takes input meanwhile.
if (shown && shown.screen !== 'other' && document.documentElement.lang === shown.language) {
  startTransition(() => void hydrateRoot(root, app))
} else startTransition(() => createRoot(root).render(app))
window.dispatchEvent(new Event(startedEvent))
