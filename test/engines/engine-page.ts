import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import type { Engine, InputSource, Point } from './engine.ts'
import { type Found, findElements, type Sought, watchProblems } from './page-functions.ts'

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)
/** Defines the library in the page. Its own test for CommonJS finds none there. */
const librarySource = `function () { ${library}\nreturn '' }`

/** Keys without a character (WebDriver, section Keyboard actions). */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ', Down: '\uE015' } as const
export type Key = keyof typeof keys

const patience = 30_000

/** A page of an engine, used as a person does: elements are found by role and name, and tapped where they are seen. */
export class EnginePage {
  readonly engine: Engine

  constructor(engine: Engine) {
    this.engine = engine
  }

  /** Calls a function in the page. It may use nothing but its argument. */
  async call<Argument, Result>(
    toCall: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    // Where pages may not run script, promises are never settled: only a function that gives one waits for it.
    const source = `function (given) {
      const show = (result) => JSON.stringify({ result })
      const result = (${toCall})(JSON.parse(given).argument)
      return result instanceof Promise ? result.then(show) : show(result)
    }`
    const { result }: { result: Result } = JSON.parse(await this.engine.call(source, JSON.stringify({ argument })))
    return result
  }

  /** Asks until there is an answer. A page that is being replaced answers with an error. @throws after half a minute */
  async until<Result>(what: string, ask: () => Promise<Result | undefined | false>): Promise<Result> {
    let cause: unknown
    for (const deadline = Date.now() + patience; Date.now() < deadline; await setTimeout(40)) {
      const result = await ask().catch((error: unknown) => {
        cause = error
      })
      if (result !== undefined && result !== false) return result
    }
    throw new Error(`Not within ${patience / 1000} s: ${what}\n${await this.shownText()}`, { cause })
  }

  /** All that is to be read on the page. */
  shownText(): Promise<string> {
    return this.call(() => document.body.innerText, undefined).catch(String)
  }

  async #findAll(sought: Sought): Promise<Found[]> {
    const found = await this.call(findElements, sought)
    if (found) return found
    await this.engine.call(librarySource, '')
    // As early as WebDriver allows. WebDriver BiDi has called it before the page's scripts.
    await this.call(watchProblems, undefined)
    return []
  }

  /** Waits for the one element of a role and a name. */
  see(role: string, name?: string, within?: string): Promise<Found> {
    const sought = { role, ...(name !== undefined && { name }), ...(within !== undefined && { within }) }
    return this.until(`see ${JSON.stringify(sought)}`, async () => {
      const [found, other] = await this.#findAll(sought)
      return other ? undefined : found
    })
  }

  /** Waits until the one element stands still, can act, and nothing covers it. It is scrolled to if it is out of view. */
  async reach(sought: Sought): Promise<Found> {
    let last: Found | undefined
    return this.until(`reach ${JSON.stringify(sought)}`, async () => {
      const [found, other] = await this.#findAll(sought)
      if (!found || other || !found.ready) return undefined
      const stands = last?.x === found.x && last.y === found.y
      last = found
      if (!stands) return undefined
      if (found.reached) return found
      await this.call(findElements, { ...sought, scrolled: true })
      return undefined
    })
  }

  async tap(role: string, name?: string, within?: string): Promise<void> {
    const sought = { role, ...(name !== undefined && { name }), ...(within !== undefined && { within }) }
    await this.tapAt(await this.reach(sought))
  }

  tapAt(point: Point): Promise<void> {
    return this.stroke([point])
  }

  /** Puts the pointer down at the first point, moves it through the others and lifts it. */
  stroke([start, ...others]: readonly Point[]): Promise<void> {
    if (!start) throw new Error('A stroke needs a point.')
    return this.engine.perform([this.#pointer('first', start, others)])
  }

  /**
   * Moves two fingers apart, or together, around a point: only where the engine's pointer is a touch.
   * @param from,to their distance in CSS pixels
   */
  pinch({ x, y }: Point, from: number, to: number): Promise<void> {
    const finger = (distance: number) => ({ x: x + distance / 2, y })
    return this.engine.perform([
      this.#pointer('first', finger(-from), [finger(-to)]),
      this.#pointer('second', finger(from), [finger(to)]),
    ])
  }

  async doubleTap(point: Point): Promise<void> {
    const { actions, ...source } = this.#pointer('first', point, [])
    await this.engine.perform([{ ...source, actions: [...actions, ...actions.slice(1)] }])
  }

  #pointer(id: string, start: Point, others: readonly Point[]): Extract<InputSource, { type: 'pointer' }> {
    const at = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) })
    return {
      type: 'pointer',
      id,
      parameters: { pointerType: this.engine.pointer },
      actions: [
        { type: 'pointerMove', ...at(start), duration: 0 },
        { type: 'pointerDown', button: 0 },
        ...others.map((point) => ({ type: 'pointerMove', ...at(point), duration: 30 }) as const),
        { type: 'pointerUp', button: 0 },
      ],
    }
  }

  /** Types characters on a keyboard into what has the focus. */
  type(text: string): Promise<void> {
    const actions = [...text].flatMap(
      (value) =>
        [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ] as const,
    )
    return this.engine.perform([{ type: 'key', id: 'keyboard', actions }])
  }

  press(key: Key): Promise<void> {
    return this.type(keys[key])
  }

  /** Presses Tab until an element has the focus. @throws when it gets none in 60 presses */
  async tabTo(role: string, name?: string): Promise<Found> {
    await this.see(role, name)
    for (let press = 0; press < 60; press += 1) {
      const found = await this.see(role, name)
      if (found.focused) return found
      await this.press('Tab')
    }
    throw new Error(`Tab does not lead to ${role} ${name}.\n${await this.shownText()}`)
  }

  /** Goes to an element with Tab and presses Enter, once it can act. */
  async enter(role: string, name?: string): Promise<void> {
    await this.tabTo(role, name)
    await this.until(`${role} ${name} that can act`, async () => (await this.see(role, name)).ready)
    await this.press('Enter')
  }
}
