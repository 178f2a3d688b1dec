import { Button } from '../shared-ui'

interface LoadFailureProps {
  readonly message: string
  readonly retry: () => void
}

/** Replaces content that could not be loaded; offers a retry. */
export function LoadFailure({ message, retry }: LoadFailureProps) {
  return (
    <div className="empty-state" role="alert">
      <p>{message}</p>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
