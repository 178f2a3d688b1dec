import axe from 'axe-core'

/** The violations that axe finds in the document, one line each. Contrast is tested in shared-ui: jsdom renders no colours. */
export async function violations(): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: false } }
  const results = await axe.run(document.body, { rules, resultTypes: ['violations'], selectors: false })
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}
