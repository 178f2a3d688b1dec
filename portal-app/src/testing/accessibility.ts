import axe from 'axe-core'

/** What axe finds wrong in the whole document, one line each. Colours are shared-ui's business; jsdom paints none. */
export async function violations(): Promise<string[]> {
  const results = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}
