import axe from 'axe-core'

/** The violations that axe finds. Colour contrast is not checked, since jsdom has no layout. */
export async function violations(): Promise<string[]> {
  const result = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } })
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
