import { Component, type ReactNode } from 'react'
import { useMessages } from '../shared/language.ts'
import { Button } from '../shared/shared-ui.tsx'

/**
 * Catches what a screen throws, most likely its code that could not be fetched: offline, or replaced by a newer release.
 * A reload mends both, and the open session outlives it.
 */
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
