import axe from 'axe-core'

// jsdom lays nothing out: contrast is computed in tokens.test.ts; landmarks are the app's business, not a component's.
const RULES = { 'color-contrast': { enabled: false }, region: { enabled: false } }

/** The violations that axe finds in the whole document, including portals, as one line each. */
export async function violations(): Promise<string[]> {
  const results = await axe.run(document.body, { rules: RULES, resultTypes: ['violations'], selectors: false })
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}
