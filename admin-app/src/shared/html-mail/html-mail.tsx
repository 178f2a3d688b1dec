import { useEffect, useRef } from 'react'
import styles from './html-mail.module.css'

interface HtmlMailProps {
  /** An HTML document, whose values the server has escaped. */
  readonly html: string
  readonly label: string
}

/** Shows an e-mail in a shadow tree: the CSP refuses frames and style attributes, and allows the CSSOM. */
export function HtmlMail({ html, label }: HtmlMailProps) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current === null) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
    root.replaceChildren(copyOf(body))
  }, [html])
  return <div ref={host} className={styles.mail} role="img" aria-label={label} />
}

const styleName = 'data-style'

/** A document that is parsed has the page's policy too, which would report each style. Typed quotes are escaped. */
const withoutStyles = (html: string): string =>
  html.slice(html.indexOf('<body')).replaceAll(' style="', ` ${styleName}="`)

/** A copy of an element of the e-mail; the body becomes a `div`. */
function copyOf(original: Element): HTMLElement {
  const copy = document.createElement(original.localName === 'body' ? 'div' : original.localName)
  for (const { name, value } of original.attributes) if (shownAttributes.has(name)) copy.setAttribute(name, value)
  copy.style.cssText = original.getAttribute(styleName) ?? ''
  for (const child of original.childNodes) {
    if (child instanceof Element) copy.append(copyOf(child))
    else if (child.nodeType === Node.TEXT_NODE) copy.append(child.textContent ?? '')
  }
  return copy
}

/** Without `href`, so that no link can be followed, and without handlers of events. */
const shownAttributes: ReadonlySet<string> = new Set([
  'src',
  'alt',
  'width',
  'height',
  'align',
  'valign',
  'bgcolor',
  'cellpadding',
  'cellspacing',
  'border',
  'lang',
  'dir',
])
