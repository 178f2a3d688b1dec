const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
const STYLE_ATTRIBUTE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi
const ALIGNMENT = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i

/**
 * HTML without style attributes; an alignment among them becomes `data-align`. It works on the text, because a strict
 * content security policy blocks, and reports, a style attribute as soon as any parser meets it. Any that it
 * misses are blocked by that policy and dropped by the editor's schema.
 */
export function withoutStyleAttributes(html: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(STYLE_ATTRIBUTE, (_, ...values: (string | undefined)[]) => dataAlign(values)),
  )
}

function dataAlign([double, single, bare]: (string | undefined)[]): string {
  const alignment = ALIGNMENT.exec(double ?? single ?? bare ?? '')?.[1]
  return alignment ? ` data-align="${alignment.toLowerCase()}"` : ''
}
