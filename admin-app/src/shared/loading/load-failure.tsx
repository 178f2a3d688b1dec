import { Button } from '../shared-ui'

interface LoadFailureProps {
  readonly message: string
  readonly retry: () => void
}

/** What stands in place of something that could not be loaded. */
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
