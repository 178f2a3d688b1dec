import { Component, type ReactNode } from 'react'
import { useMessages } from '../shared/language.ts'
import { Button } from '../shared/shared-ui.tsx'

/** The likely cause is code that could not be loaded: offline, or a newer release. A reload keeps the session. */
export class ChunkBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Reload /> : this.props.children
  }
}

function Reload() {
  const t = useMessages()
  return (
    <div className="empty-state" role="alert">
      <p>{t('offline')}</p>
      <Button onClick={() => window.location.reload()}>{t('tryAgain')}</Button>
    </div>
  )
}
