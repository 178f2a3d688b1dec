import { existsSync, globSync } from 'node:fs'

const usualFirefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']
const usualDrivers = ['/usr/bin/WebKitWebDriver', '/usr/libexec/webkit2gtk-4.1/WebKitWebDriver']
const usualBrowsers = '/usr/{lib/*,libexec,lib64,lib}/webkit2gtk-4.1/MiniBrowser'
const usualDisplays = ['/usr/bin/Xvfb', '/opt/X11/bin/Xvfb']

/** Debian's names of the packages that the tests on other engines need and that are missing. */
export function missingEngines(): string[] {
  const places = { 'firefox-esr': firefox(), 'webkit2gtk-driver': webKitDriver() && miniBrowser(), xvfb: display() }
  return Object.entries(places).flatMap(([debianPackage, path]) => (path ? [] : [debianPackage]))
}

/** Firefox for the tests: `FIREFOX_PATH`, then the usual places. @throws with the sentence that says what to install */
export function findFirefox(): string {
  return firefox() ?? refuse()
}

/** WebKitGTK's driver and browser, and the display that they need. @throws with the sentence that says what to install */
export function findWebKit(): { driver: string; browser: string; display: string } {
  return { driver: webKitDriver() ?? refuse(), browser: miniBrowser() ?? refuse(), display: display() ?? refuse() }
}

function refuse(): never {
  const packages = missingEngines().join(', ')
  throw new Error(`Please install the packages ${packages} (Debian’s names): the portal is tested on those engines.`)
}

const webKitDriver = () => usualDrivers.find((path) => existsSync(path))
const miniBrowser = () => globSync(usualBrowsers)[0]
const display = () => usualDisplays.find((path) => existsSync(path))

function firefox(): string | undefined {
  const named = process.env.FIREFOX_PATH
  if (named && !existsSync(named)) throw new Error(`FIREFOX_PATH names no file: ${named}`)
  return named || usualFirefox.find((path) => existsSync(path))
}
