import type { EntryScreen, ShownScreen } from '@agency/contract/entry-screens'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, test } from 'vitest'
import { App } from '../app/app.tsx'
import { languages, useLanguage } from '../shared/language.ts'
import { violations } from '../testing/accessibility.ts'
import { code } from '../testing/backend.ts'
import { renderScreens } from './render-screens.tsx'

let root: Root | undefined

afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

async function rendered(shown: ShownScreen): Promise<{ html: string; page: EntryScreen }> {
  const { screens, faults } = await renderScreens()
  const page = screens.find(
    (one) =>
      one.screen === shown.screen &&
      one.language === shown.language &&
      one.hasFault === (shown.fault !== null) &&
      !one.hasLogo,
  )
  if (!page) throw new Error(`There is no screen ${shown.screen} in ${shown.language}`)
  const fault = shown.fault ? (faults[shown.language]?.[shown.fault.code] ?? '') : ''
  return { html: page.html.replace('{{fault}}', () => fault.replace("'", '&#x27;')), page }
}

/** Shows a screen as the browser does before its scripts have come. */
async function showWithoutScript(shown: ShownScreen): Promise<HTMLElement> {
  const { html } = await rendered(shown)
  await useLanguage.getState().start(shown.language)
  window.history.replaceState(null, '', shown.screen === 'code' ? '/session/' : `/session/${code}`)
  const place = document.createElement('div')
  place.innerHTML = html
  document.body.append(place)
  return place
}

/** React takes the screen over; a difference is logged as an error, which fails the test. */
async function takeOver(place: HTMLElement, shown: ShownScreen): Promise<void> {
  await act(async () => {
    root = hydrateRoot(
      place,
      <StrictMode>
        <App shown={shown} />
      </StrictMode>,
    )
  })
}

const refused = { code: 'INVALID_PASSCODE', retryAfter: null }

describe('the screens that the build renders', () => {
  const cases = languages.flatMap((language): ShownScreen[] => [
    { screen: 'code', language, fault: null },
    { screen: 'code', language, fault: { code: 'MISSING', retryAfter: null } },
    { screen: 'passcode', language, fault: null },
    { screen: 'passcode', language, fault: refused },
    { screen: 'gone', language, fault: null },
  ])
  test.each(cases)(
    '[PH-09] given the screen $screen in $language, when its script comes, then React takes it over without a difference',
    async (shown) => {
      const place = await showWithoutScript(shown)
      const before = place.querySelector('h1')
      await takeOver(place, shown)

      expect(place.querySelector('h1')).toBe(before)
      expect(await violations()).toEqual([])
    },
  )

  test('[PH-09] given a passcode typed before the script runs, when it runs, then the text is kept and is sent', async () => {
    const shown = { screen: 'passcode', language: 'en', fault: null } as const
    const place = await showWithoutScript(shown)
    const field = screen.getByLabelText('Passcode')
    await userEvent.type(field, 'garcia1234')
    await takeOver(place, shown)

    expect(screen.getByLabelText('Passcode')).toBe(field)
    expect(field).toHaveValue('garcia1234')
    expect(screen.getByText('ABCD-EFGH-JKMN')).toBeInTheDocument()
  })

  test('[PH-09] given a refused passcode, when the script runs, then the reason is still shown', async () => {
    const shown: ShownScreen = { screen: 'passcode', language: 'es', fault: refused }
    const place = await showWithoutScript(shown)
    expect(screen.getByRole('alert')).toHaveTextContent('Contraseña incorrecta. Inténtelo de nuevo.')
    await takeOver(place, shown)

    expect(screen.getByRole('alert')).toHaveTextContent('Contraseña incorrecta. Inténtelo de nuevo.')
  })

  test('[PH-09] given no script, when a form is read, then it is a plain one that posts to its own address', async () => {
    const place = await showWithoutScript({ screen: 'passcode', language: 'en', fault: null })
    const form = place.querySelector('form')

    expect(form).toHaveAttribute('method', 'post')
    expect(form).not.toHaveAttribute('action')
    expect(screen.getByLabelText('Passcode')).toHaveAttribute('name', 'passcode')
  })

  test('given a screen that needs script, when it is read without, then it says so in its language', async () => {
    const { html } = await rendered({ screen: 'other', language: 'pt', fault: null })
    expect(html).toContain('ative o JavaScript')
  })
})
