import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { Button } from '../shared-ui'

interface LoadFailureProps {
  readonly message: string
  readonly retry: () => void
}

export function LoadFailure({ message, retry }: LoadFailureProps) {
  const part = useHandOnFocus<HTMLDivElement>()
  return (
    <div ref={part} className="empty-state" role="alert">
      <p>{message}</p>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
