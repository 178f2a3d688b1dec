// What the tests use of selenium-webdriver. The published types declare its BiDi connection with another export than it has.

declare module 'selenium-webdriver' {
  export class Capabilities {
    constructor(values: Readonly<Record<string, unknown>>)
  }

  interface Rectangle {
    x: number
    y: number
    width: number
    height: number
  }

  export interface WebDriver {
    get(url: string): Promise<void>
    executeScript(script: string, ...args: readonly string[]): Promise<unknown>
    execute(command: import('selenium-webdriver/lib/command.js').Command): Promise<unknown>
    manage(): { window(): { getRect(): Promise<Rectangle>; setRect(rectangle: Rectangle): Promise<Rectangle> } }
    quit(): Promise<void>
  }

  export class Builder {
    usingServer(url: string): this
    withCapabilities(capabilities: Capabilities): this
    build(): Promise<WebDriver>
  }
}

declare module 'selenium-webdriver/lib/command.js' {
  export class Command {
    constructor(name: string)
    setParameter(name: string, value: unknown): this
  }
}

declare module 'selenium-webdriver/bidi/index.js' {
  /** A connection for WebDriver BiDi. */
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default class Bidi {
    constructor(url: string)
    waitForConnection(): Promise<void>
    send(command: { method: string; params: Readonly<Record<string, unknown>> }): Promise<unknown>
    close(): Promise<void>
  }
}
