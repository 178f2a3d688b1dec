import Type, { type TStringOptions } from 'typebox'

/** A kind of setting: a validated text. @param explain gives the error message; it must not repeat secrets */
const kind = (isValid: (text: string) => boolean, explain: (text: string) => string) => (options?: TStringOptions) =>
  Type.Refine(Type.String(options), isValid, explain)

const originOf = (text: string): string =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).origin : ''

/** Whether the text is an origin as browsers write it, with scheme, host and port only: `https://api.agency.example`. */
export const isOrigin = (text: string): boolean => /^https?:\/\/[\w.:[\]-]+$/.test(text) && originOf(text) === text

const wrongOrigin = (text: string): string =>
  `must be http:// or https://, a host and an optional port${originOf(text) ? `, as ${originOf(text)}` : ''}`

export const Origin = kind(isOrigin, wrongOrigin)

export const PublicUrl = kind((text) => isOrigin(text.replace(/\/$/, '')), wrongOrigin)

const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

export const HostName = kind(
  (text) => hostName.test(text),
  () => 'must be a host name, without scheme and port',
)

export const Address = kind(
  (text) => /^https?:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text) && new URL(text).username === '',
  () => 'must be a URL with http:// or https://; write other characters than ASCII as %XX, in a host as xn--…',
)

/** Whether the text is a key of 256 bits, in base64. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

export const Key = kind(isKey, () => 'must be 32 bytes in base64, as from `openssl rand -base64 32`')

export const Line = kind(
  (text) => /^\P{Cc}{1,100}$/u.test(text) && text.trim() !== '',
  () => 'must be one line of at most 100 characters',
)

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** A comma-separated list of at least one item. @param meaning of an item, as it follows `must be` */
export const List = (isItem: (item: string) => boolean, meaning: string) =>
  kind(
    (text) => text.split(',').every((item) => isItem(item.trim())),
    () => `must be ${meaning}; separate several with commas`,
  )

export const HostNames = List((item) => hostName.test(item), 'a host name, without scheme and port')

export const TimeZone = kind(
  (text) => Intl.supportedValuesOf('timeZone').includes(text) || text === 'UTC',
  () => 'must be a time zone such as America/Chicago',
)
