const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
const STYLE_ATTRIBUTE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi
const ALIGNMENT = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i

/** An alignment becomes `data-align`. On the text: a strict CSP reports style attributes that any parser meets. */
export function withoutStyleAttributes(html: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(STYLE_ATTRIBUTE, (_, ...values: (string | undefined)[]) => dataAlign(values)),
  )
}

function dataAlign([double, single, bare]: (string | undefined)[]): string {
  const alignment = ALIGNMENT.exec(double ?? single ?? bare ?? '')?.[1]
  return alignment ? ` data-align="${alignment.toLowerCase()}"` : ''
}

const STYLE_ELEMENT = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi
const CLASS_RULE = /([^{}]+)\{([^{}]*)\}/g

/** Declarations as names and values in lower case; a later one replaces an earlier one. */
function declarationsIn(text: string): [string, string][] {
  return text.split(';').flatMap((declaration): [string, string][] => {
    const [name = '', ...value] = declaration.split(':')
    return value.length > 0 ? [[name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]] : []
  })
}

/** Rules of style elements for single classes, such as `.xl65` and `span.s1`. */
function classRules(html: string): Map<string, [string, string][]> {
  const rules = new Map<string, [string, string][]>()
  for (const [, sheet = ''] of html.matchAll(STYLE_ELEMENT)) {
    for (const [, selectors = '', declarations = ''] of sheet
      .replace(/<!--|-->|\/\*[\s\S]*?\*\//g, '')
      .matchAll(CLASS_RULE)) {
      for (const selector of selectors.split(',')) {
        const name = /^[a-z0-9]*\.([\w-]+)$/i.exec(selector.trim())?.[1]
        if (name) rules.set(name, [...(rules.get(name) ?? []), ...declarationsIn(declarations)])
      }
    }
  }
  return rules
}

/** Style attributes become `data-style`, which no CSP blocks. @returns also the style of an element of it */
export function withReadableStyles(html: string) {
  const rules = classRules(html)
  const readable = html.replace(STYLE_ELEMENT, '').replace(TAG, (tag) =>
    tag.replace(STYLE_ATTRIBUTE, (_, ...[double, single, bare]: (string | undefined)[]) => {
      const value = double ?? single ?? bare ?? ''
      return ` data-style="${value.replaceAll('"', '&quot;')}"`
    }),
  )
  const styleOf = (element: Element): ReadonlyMap<string, string> =>
    new Map([
      ...[...element.classList].flatMap((name) => rules.get(name) ?? []),
      ...declarationsIn(element.getAttribute('data-style') ?? ''),
    ])
  return { html: readable, styleOf }
}
