import axe from 'axe-core'

// jsdom lays nothing out: contrast is computed in tokens.test.ts; landmarks are the app's business, not a component's.
const RULES = { 'color-contrast': { enabled: false }, region: { enabled: false } }

/** What axe finds wrong in the whole document, portals included: one line each, so that a failing test names them. */
export async function violations(): Promise<string[]> {
  const results = await axe.run(document.body, { rules: RULES })
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}
