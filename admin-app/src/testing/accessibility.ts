import { waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { expect } from 'vitest'

/**
 * The violations that axe finds once the page, which may arrive after what is over it, has given the document its title.
 * Colour contrast is not checked, since jsdom has no layout. Selectors of elements take a quarter of the time.
 */
export async function violations(): Promise<string[]> {
  await waitFor(() => expect(document.title).not.toBe(''))
  const rules = { 'color-contrast': { enabled: false } }
  const result = await axe.run(document, { rules, resultTypes: ['violations'], selectors: false })
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
