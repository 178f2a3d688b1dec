import axe from 'axe-core'

/** What axe finds wrong on the page; colours can't be judged without layout. */
export async function violations(): Promise<string[]> {
  const result = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } })
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
