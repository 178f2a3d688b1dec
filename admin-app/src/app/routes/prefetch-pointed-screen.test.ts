import { afterEach, expect, test, vi } from 'vitest'
import { prefetchPointedScreens } from './prefetch-pointed-screen'

const prefetch = vi.fn<(pathname: string) => void>()
let stop = () => {}

function show(html: string) {
  document.body.innerHTML = html
  prefetch.mockReset()
  stop = prefetchPointedScreens(prefetch)
}

const point = (selector: string, event = 'pointerover') =>
  document.querySelector(selector)?.dispatchEvent(new Event(event, { bubbles: true }))

afterEach(() => {
  stop()
  document.body.replaceChildren()
})

test.each(['pointerover', 'focusin'])(
  'given a link to a screen, when %s reaches it, then the screen is loaded',
  (event) => {
    show('<a href="/admin/forms?q=a"><b>Forms</b></a>')
    point('b', event)
    expect(prefetch.mock.calls).toEqual([['/admin/forms']])
  },
)

test('given a row that is a link, when the pointer is over another cell, then its screen is loaded', () => {
  show('<table><tr data-clickable><td><a href="/admin/clients/7">Ann</a></td><td id="age">40</td></tr></table>')
  point('#age')
  expect(prefetch.mock.calls).toEqual([['/admin/clients/7']])
})

test.each([
  ['another host', '<a href="https://example.com/admin/forms"></a>', 'a'],
  ['another app of this host', '<a href="/session/7"></a>', 'a'],
  [
    'text in a row that leads nowhere',
    '<table><tr><td><a href="/admin/forms"></a></td><td id="age"></td></tr></table>',
    '#age',
  ],
])('given %s, when the pointer reaches it, then nothing is loaded', (_case, html, selector) => {
  show(html)
  point(selector)
  expect(prefetch).not.toHaveBeenCalled()
})

test('given it is stopped, when the pointer reaches a link, then nothing is loaded', () => {
  show('<a href="/admin/forms"></a>')
  stop()
  point('a')
  expect(prefetch).not.toHaveBeenCalled()
})
