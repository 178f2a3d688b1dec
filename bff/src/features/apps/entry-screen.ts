import { initialsOf, telephoneLink } from '@agency/contract/agency-contact'
import { EntryScreens, type FormFault, type ScreenName, type ShownScreen } from '@agency/contract/entry-screens'
import type { Environment } from '@agency/contract/environment'
import { Value } from 'typebox/value'

export interface RequestedScreen {
  readonly screen: ScreenName
  readonly language: ShownScreen['language']
  readonly fault?: FormFault
}

const screensElement = /<script type="application\/json" id="screens">([\s\S]*?)<\/script>/
const place = '<!--screen-->'

/** An app's `index.html` without its screens, and the screens; none for an app, or a release, that has not rendered any. */
export function splitScreens(index: string): { html: string; screens: EntryScreens | undefined } {
  const [element, json] = screensElement.exec(index) ?? []
  if (element === undefined || json === undefined) return { html: index, screens: undefined }
  return { html: index.replace(element, ''), screens: Value.Parse(EntryScreens, JSON.parse(json)) }
}

/** HTML, title, language and state. @returns the page as it is if the build has no such screen */
export function fillScreen(
  page: string,
  screens: EntryScreens,
  { asked, agency }: { asked: RequestedScreen; agency: Environment['agency'] },
): string {
  const { language, fault } = asked
  const found = screens.screens.find(
    (one) =>
      one.screen === asked.screen &&
      one.language === language &&
      one.hasLogo === (agency.logo !== null) &&
      one.hasFault === (fault !== undefined),
  )
  if (!found) return page
  const faultText = fault ? textOfFault(screens, language, fault) : ''
  const html = fillTokens(found.html, { ...agencyTokens(agency), fault: faultText })
  const state: ShownScreen = { screen: asked.screen, language, fault: fault ?? null }
  const title = `<title>${escapeHtml(`${found.title} · ${agency.name}`)}</title>`
  return page
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace(/<title>.*?<\/title>/, () => title)
    .replace(place, () => html)
    .replace('</head>', () => `${preloads(screens, language)}${stateElement(state)}</head>`)
}

const agencyTokens = ({ name, phone, website, logo }: Environment['agency']) => ({
  'agency.name': name,
  'agency.initials': initialsOf(name),
  'agency.phone': phone ?? '',
  'agency.tel': telephoneLink(phone ?? ''),
  'agency.website': website ?? '',
  'agency.logo': logo ?? '',
})

/** Each token is replaced once, so that no value can bring another one in. */
function fillTokens(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(/\{\{([\w.]+)\}\}/g, (token, name: string) => escapeHtml(values[name] ?? token))
}

function textOfFault({ faults }: EntryScreens, language: string, { code, retryAfter }: FormFault): string {
  const texts = faults[language] ?? {}
  if (code !== 'TOO_MANY_ATTEMPTS' || retryAfter === null) return texts[code] ?? texts.UNKNOWN ?? ''
  const minutes = Math.max(1, Math.ceil(retryAfter / 60))
  const plural = new Intl.PluralRules(language).select(minutes)
  const text = texts[`${code}.${plural}`] ?? texts[`${code}.other`] ?? ''
  return text.replace('{{minutes}}', String(minutes))
}

const preloads = ({ scripts }: EntryScreens, language: string): string =>
  (scripts[language] ?? []).map((src) => `<link rel="modulepreload" crossorigin href="${escapeHtml(src)}">`).join('')

// '<' is escaped, so that no value can end the script element.
const stateElement = (state: ShownScreen): string =>
  `<script type="application/json" id="screen">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
