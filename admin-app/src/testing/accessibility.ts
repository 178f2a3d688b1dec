import { waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { expect } from 'vitest'

/**
 * The violations that axe finds once the page, which may arrive after what is over it, has given the document its title.
 * Colour contrast is not checked, since jsdom has no layout.
 */
export async function violations(): Promise<string[]> {
  await waitFor(() => expect(document.title).not.toBe(''))
  const result = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } })
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
