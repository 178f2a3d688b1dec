import { readFileSync } from 'node:fs'
import type { Language } from '@agency/contract/esign'
import type { Brand } from './brand.ts'
import { fillTemplate, type PlaceholderValues } from './message-placeholders.ts'

interface Page {
  language: Language
  subject: string
  body: string
  values: PlaceholderValues
  /** The label of a link that stands alone. */
  button: string
  footer: string
  brand: Brand
}

/** The accent colour of layout.mjml. */
const layoutColor = /#0f4c5c/g
const layout = readFileSync(new URL('layout.html', import.meta.url), 'utf8').replace(/^<!--.*-->\n/, '')

const blockPattern = (name: string) => new RegExp(`<!-- begin:${name} -->([^]*?)<!-- end:${name} -->`)

function blockNamed(name: string): string {
  const block = blockPattern(name).exec(layout)?.[1]
  if (block === undefined) throw new Error(`layout.html has no block ${name}`)
  return block
}

const blocks = { paragraph: blockNamed('paragraph'), button: blockNamed('button'), code: blockNamed('code') }
const page = layout
  .replace(blockPattern('paragraph'), '{{blocks}}')
  .replace(blockPattern('button'), '')
  .replace(blockPattern('code'), '')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

export function renderHtml({ language, subject, body, values, button, footer, brand }: Page): string {
  const fill = (part: string, html: Readonly<Record<string, string>>) =>
    part.replace(layoutColor, brand.color ?? '$&').replace(/\{\{(\w+)\}\}/g, (token, name) => html[name] ?? token)
  const paragraphs = body.split(/\n{2,}/).map((text) => text.trim())
  const written = paragraphs.filter(Boolean).map((template) => fill(...blockOf(template, values, button)))
  const shown = page.replace(blockPattern('logo'), (logo) => (brand.logo === undefined ? '' : sized(logo, brand.logo)))
  return fill(shown.replaceAll('lang="und"', `lang="${language}"`), {
    title: escapeHtml(subject),
    agency: escapeHtml(brand.agencyName),
    logo: escapeHtml(brand.logo?.url ?? ''),
    footer: escapeHtml(footer),
    blocks: written.join('\n'),
  })
}

/** The block of the logo, which layout.mjml has with a square one. Outlook knows no largest size. */
const sized = (block: string, { width, height }: NonNullable<Brand['logo']>): string =>
  block.replace(/\b(width[:=]"?)56/g, `$1${width}`).replace(/\b(height[:=]"?)56/g, `$1${height}`)

/** The block of the layout for a paragraph, and what fills it: a link that stands alone is a button. */
function blockOf(template: string, values: PlaceholderValues, button: string): [string, Record<string, string>] {
  const html = fillTemplate(template, values, writeHtml)
  if (template === '{link}')
    return [blocks.button, { href: escapeHtml(values.link ?? ''), content: escapeHtml(button) }]
  return [template === '{code}' || template === '{passcode}' ? blocks.code : blocks.paragraph, { content: html }]
}

function writeHtml(text: string, placeholder?: string): string {
  const html = escapeHtml(text).replaceAll('\n', '<br>')
  return placeholder === 'link' ? `<a href="${html}">${html}</a>` : html
}
