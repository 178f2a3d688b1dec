// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryLostFiles, startedEvent } from './retry-lost-files.ts'

const listeners: [string, EventListenerOrEventListenerObject, AddEventListenerOptions | boolean | undefined][] = []
const reload = vi.fn()

/** Loads a page with these elements in its head, whose stylesheets have failed. */
function openPage(head: string): void {
  document.head.innerHTML = head
  retryLostFiles(reload)
}

/** What every entry of the performance timeline has. */
const entry = { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => ({}) }

const stylesheet = '<link rel="stylesheet" href="/assets/page.css" crossorigin>'
const link = () => document.head.querySelector('link')
const settle = (type: 'load' | 'error') => link()?.dispatchEvent(new Event(type))
const isVisible = () => document.documentElement.style.opacity === ''

beforeEach(() => {
  vi.useFakeTimers()
  const add = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener, options) => {
    listeners.push([type, listener, options])
    add(type, listener, options)
  })
})
afterEach(() => {
  for (const [type, listener, options] of listeners.splice(0)) window.removeEventListener(type, listener, options)
  vi.restoreAllMocks()
  vi.useRealTimers()
  reload.mockReset()
  sessionStorage.clear()
  document.head.replaceChildren()
  document.documentElement.removeAttribute('style')
})

test('given a page whose stylesheet was lost, when a retry gets it, then the page is visible from then on', async () => {
  openPage(stylesheet)
  const lost = link()
  await vi.advanceTimersByTimeAsync(200)
  expect(link()).not.toBe(lost)
  expect(link()?.href).toBe(lost?.href)
  settle('error')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isVisible()).toBe(false)

  settle('load')
  await vi.advanceTimersByTimeAsync(0)

  expect(isVisible()).toBe(true)
})

test('given a page whose stylesheet stays lost, when the retries are over, then the page is visible', async () => {
  openPage(stylesheet)
  for (const pause of [200, 1_000, 3_000]) {
    await vi.advanceTimersByTimeAsync(pause)
    settle('error')
  }
  await vi.advanceTimersByTimeAsync(0)

  expect(isVisible()).toBe(true)
})

test('given an app that has started, when the stylesheet of a chunk is lost, then its loader hears of the last try alone', async () => {
  openPage('')
  window.dispatchEvent(new Event(startedEvent))
  document.head.innerHTML = stylesheet
  const heard: string[] = []
  for (const type of ['load', 'error']) link()?.addEventListener(type, () => heard.push(type))
  settle('error')
  expect(isVisible()).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(heard).toEqual([])

  settle('load')
  await vi.advanceTimersByTimeAsync(0)

  expect(heard).toEqual(['load'])
})

test('given a script that is lost before the app has started, when it is lost again, then the page is reloaded three times', async () => {
  for (let load = 0; load < 5; load++) {
    openPage('<script type="module"></script><script type="module"></script>')
    for (const script of document.scripts) script.dispatchEvent(new Event('error'))
    await vi.advanceTimersByTimeAsync(3_000)
  }

  expect(reload).toHaveBeenCalledTimes(3)
})

test.each([
  ['navigate', 1],
  ['reload', 0],
])(
  'given a browser that blocks site data, when a script is lost after a %s, then %i reloads follow',
  async (type, count) => {
    class Navigation {
      readonly type = type
    }
    vi.stubGlobal('PerformanceNavigationTiming', Navigation)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([Object.assign(new Navigation(), entry)])
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
    openPage('<script type="module"></script>')
    document.scripts[0]?.dispatchEvent(new Event('error'))
    await vi.advanceTimersByTimeAsync(3_000)

    expect(reload).toHaveBeenCalledTimes(count)
    expect(() => window.dispatchEvent(new Event(startedEvent))).not.toThrow()
    vi.unstubAllGlobals()
  },
)

test('given an app that has started, when a script is lost, then the page stays', async () => {
  openPage('<script type="module"></script>')
  window.dispatchEvent(new Event(startedEvent))
  document.scripts[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(3_000)

  expect(reload).not.toHaveBeenCalled()
})

test('[PH-09] given a form that works without script, when a script is lost while something is typed, then the page stays', async () => {
  openPage('<script type="module"></script>')
  document.body.innerHTML = '<form method="post"><input type="password" value="garcia1234"></form>'
  document.scripts[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(3_000)
  document.body.replaceChildren()

  expect(reload).not.toHaveBeenCalled()
})
