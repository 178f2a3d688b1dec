import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
}

/** Error boundary of a page. It also catches a failed load of the page's code; the frame stays usable. */
export class PageBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <div className="empty-state" role="alert">
        <h1>This page could not be shown.</h1>
        <p>A new version may have been released meanwhile. Loading the page again usually helps.</p>
        <button type="button" className="link-button" onClick={() => window.location.reload()}>
          Load the page again
        </button>
      </div>
    )
  }
}
