import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  readonly failure: () => ReactNode
}

/** A component of shared-ui could be had neither from its server nor as a fallback. */
export class SharedUiUnavailable extends Error {}

/** Shows `failure` in place of children that could not be loaded; other errors propagate. A new `key` tries them again. */
export class LoadBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof SharedUiUnavailable) return this.props.failure()
    throw error
  }
}
