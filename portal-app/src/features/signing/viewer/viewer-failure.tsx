import { useMessages } from '../../../shared/language.ts'
import { Button } from '../../../shared/shared-ui.tsx'

/** Says that a PDF or a page of it cannot be shown, with a retry where that may help. */
export function ViewerFailure({ children, onRetry }: { readonly children: string; readonly onRetry?: () => void }) {
  const t = useMessages()
  return (
    <div className="notice" data-tone="danger" role="alert">
      <p>{children}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}
