import Type, { type TStringOptions } from 'typebox'

/** A kind of setting: a text that is checked. @param tell says how it is to be written; it must not repeat secrets */
const kind = (isRight: (text: string) => boolean, tell: (text: string) => string) => (options?: TStringOptions) =>
  Type.Refine(Type.String(options), isRight, tell)

const originOf = (text: string): string =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).origin : ''

/** Whether it is scheme, host and port alone, as a browser names a page's origin: `https://api.agency.example`. */
export const isOrigin = (text: string): boolean => /^https?:\/\/[\w.:[\]-]+$/.test(text) && originOf(text) === text

const wrongOrigin = (text: string): string =>
  `must be http:// or https://, a host and perhaps a port${originOf(text) ? `, as ${originOf(text)}` : ''}`

export const Origin = kind(isOrigin, wrongOrigin)

/** An origin, with a slash at its end forgiven. */
export const PublicUrl = kind((text) => isOrigin(text.replace(/\/$/, '')), wrongOrigin)

/** What can be linked to, or asked. */
export const Address = kind(
  (text) => /^https?:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text) && new URL(text).username === '',
  () => 'must be an address with http:// or https://; what is not ASCII is written as %XX, in a host as xn--…',
)

/** Whether it is a key of 256 bits. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

export const Key = kind(isKey, () => 'must be 32 bytes in base64, as `openssl rand -base64 32` makes them')

/** A name or number that people are shown. */
export const Line = kind(
  (text) => /^\P{Cc}{1,100}$/u.test(text) && text.trim() !== '',
  () => 'must be one line of at most 100 characters',
)

/** The items of a list by comma. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** A list of at least one. @param meaning of an item, in a sentence that begins with `must be` */
export const List = (isItem: (item: string) => boolean, meaning: string) =>
  kind(
    (text) => text.split(',').every((item) => isItem(item.trim())),
    () => `must be ${meaning}; several by comma`,
  )
