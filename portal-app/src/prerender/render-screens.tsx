import type { EntryScreen, EntryScreens, FormFault, ShownScreen } from '@agency/contract/entry-screens'
import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { AppRoutes } from '../app/app.tsx'
import { environment } from '../shared/environment.ts'
import { languages, type Translate, useLanguage } from '../shared/language.ts'
import { basePath } from '../shared/paths.ts'
import { knownProblem, problemText } from '../shared/problem.ts'
import { ShownScreenContext } from '../shared/shown-screen.ts'
import { StartingScreen } from './starting-screen.tsx'

type Rendered = Omit<EntryScreens, 'scripts'>
type Language = EntryScreen['language']

/** Any code: the screen shows it once its script runs. */
const code = '0'
/** Faults of the passcode form, by code. */
const faultCodes = ['INVALID_PASSCODE', 'OFFLINE', 'UNKNOWN'] as const

/** Renders the screens that need no script, in all languages, with tokens in place of the agency. For the build alone. */
export async function renderScreens(): Promise<Rendered> {
  const screens: EntryScreen[] = []
  const faults: Record<string, Record<string, string>> = {}
  const { logo } = environment.agency
  for (const language of languages) {
    await useLanguage.getState().start(language)
    // A render on the server reads the initial state of a store.
    Object.assign(useLanguage.getInitialState(), { language })
    const { t } = useLanguage.getState()
    faults[language] = faultTexts(t)
    for (const hasLogo of [false, true]) {
      environment.agency.logo = hasLogo ? '{{agency.logo}}' : null
      screens.push(...screensIn(language, t).map((screen) => ({ ...screen, language, hasLogo })))
    }
  }
  environment.agency.logo = logo
  return { screens, faults }
}

function screensIn(language: Language, t: Translate): Omit<EntryScreen, 'language' | 'hasLogo'>[] {
  const route = (screen: ShownScreen['screen'], fault: FormFault | null = null) =>
    renderRoute({ screen, language, fault })
  const refused = { code: 'INVALID_PASSCODE', retryAfter: null }
  const plain = { hasFault: false }
  const withFault = { hasFault: true }
  return [
    { screen: 'code', ...plain, title: t('codeHeading'), html: route('code') },
    { screen: 'code', ...withFault, title: t('codeHeading'), html: route('code', { ...refused, code: 'MISSING' }) },
    { screen: 'passcode', ...plain, title: t('passcodeHeading'), html: route('passcode') },
    {
      screen: 'passcode',
      ...withFault,
      title: t('passcodeHeading'),
      html: withToken(route('passcode', refused), t('passcodeWrong')),
    },
    { screen: 'gone', ...plain, title: t('goneHeading'), html: route('gone') },
    { screen: 'other', ...plain, title: t('portalTitle'), html: render(<StartingScreen notice={t('scriptNeeded')} />) },
    {
      screen: 'other',
      ...withFault,
      title: t('portalTitle'),
      html: render(<StartingScreen notice={t('scriptNeeded')} fault={t('cookiesNeeded')} retry={t('tryAgain')} />),
    },
  ]
}

function renderRoute(shown: ShownScreen): string {
  const location = shown.screen === 'code' ? basePath : `${basePath}${code}`
  return render(
    <ShownScreenContext value={shown}>
      <StaticRouter basename={basePath} location={location}>
        <AppRoutes />
      </StaticRouter>
    </ShownScreenContext>,
  )
}

const render = (screen: ReactNode): string => renderToString(<StrictMode>{screen}</StrictMode>)

/** Replaces the text of the fault by a token. */
function withToken(html: string, text: string): string {
  const escaped = renderToString(text)
  if (!html.includes(escaped)) throw new Error(`The screen does not show the fault: ${text}`)
  return html.replace(escaped, '{{fault}}')
}

function faultTexts(t: Translate): Record<string, string> {
  const texts = faultCodes.map((known) => [known, problemText({ code: knownProblem(known), retryAfter: null }, t)])
  const minutes = (count: number) =>
    t('tooManyAttempts', { wait: t('minutes', { count }) }).replace(`${count}`, '{{minutes}}')
  return {
    ...Object.fromEntries(texts),
    MISSING: t('passcodeMissing'),
    'TOO_MANY_ATTEMPTS.one': minutes(1),
    'TOO_MANY_ATTEMPTS.other': minutes(2),
    TOO_MANY_ATTEMPTS: problemText({ code: 'TOO_MANY_ATTEMPTS', retryAfter: null }, t),
  }
}
