/** A point of the viewport, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number; readonly duration: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }

type KeyAction = { readonly type: 'keyDown' | 'keyUp'; readonly value: string }

/** An input source with its actions (WebDriver, section Actions; WebDriver BiDi, input.performActions). */
export type InputSource =
  | {
      readonly type: 'pointer'
      readonly id: string
      readonly parameters: { readonly pointerType: 'touch' | 'mouse' }
      readonly actions: readonly PointerAction[]
    }
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] }

export interface EngineOptions {
  /** Whether the pages may run script; true unless told otherwise. */
  readonly script?: boolean
  /** What the browser accepts, such as `es-MX`. The engine may ignore it. */
  readonly language?: string
}

/** A running browser with one page of 375 × 667 CSS pixels. */
export interface Engine {
  /** What a tap is made with: not every engine makes touches without a touch screen. */
  readonly pointer: 'touch' | 'mouse'
  /** The directory of its downloads. */
  readonly downloads: string
  open(url: string): Promise<void>
  /**
   * Calls a function in the page, also where pages may not run script.
   * @param source of a function that takes a string and gives one, or a promise of one
   */
  call(source: string, argument: string): Promise<string>
  perform(sources: readonly InputSource[]): Promise<void>
  /** Ends the browser and removes its files. */
  stop(): Promise<void>
}

/** The phone that the walks are made on, in CSS pixels. */
export const phone = { width: 375, height: 667 } as const
