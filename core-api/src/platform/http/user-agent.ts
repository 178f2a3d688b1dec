import Bowser from 'bowser'

export function browserAndSystem(userAgent = ''): string {
  if (userAgent === '') return ''
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = os.name === 'iOS' ? (platform.model ?? os.name) : os.name
  return [browser.name, system].filter(Boolean).join(' on ')
}

export const deviceName = (userAgent?: string): string => browserAndSystem(userAgent) || 'Unknown browser'
