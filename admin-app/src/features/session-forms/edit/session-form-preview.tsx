import type { SessionForm } from '@agency/contract/session-forms'
import { useState } from 'react'
import { FormPreview } from '../../../shared/files/form-preview'
import { Button } from '../../../shared/shared-ui'
import { formFilePath } from '../session-forms-api'

/**
 * A document's PDF. What came from a template shows at once; another is fetched when it is asked for, and so is a sealed
 * one, since every opening of it is written to the audit trail.
 */
export function SessionFormPreview({ form }: { readonly form: SessionForm }) {
  const [shown, setShown] = useState(form.source_template_id !== null && form.sealed_sha256 === null)
  if (shown) return <FormPreview path={formFilePath(form)} />
  return (
    <div>
      <Button variant="secondary" onClick={() => setShown(true)}>
        Show Preview
      </Button>
    </div>
  )
}
