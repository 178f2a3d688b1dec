import { cleanup, render, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { Button, FolderGroup } from '../shared/shared-ui.tsx'

/**
 * Waits until the components of shared-ui have replaced what stands in for them. A click of a test is lost if this happens
 * between finding and clicking.
 */
export async function showSharedUi(): Promise<void> {
  const { container } = render(
    <FolderGroup name="Plans" count={1}>
      <Button>Send</Button>
    </FolderGroup>,
  )
  await waitFor(() => {
    expect(container.querySelector('[aria-expanded]')).not.toBeNull()
    expect(container.querySelector('[data-state="idle"]')).not.toBeNull()
  })
  cleanup()
}
