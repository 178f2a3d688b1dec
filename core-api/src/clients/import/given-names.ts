import { normalForm } from '@agency/contract/normal-form'
import { distance } from 'fastest-levenshtein'

/** Names of one person: the long one, and those that are used for it. */
const groups =
  `robert bob rob bobby roberto beto, william wm bill will billy liam guillermo, richard dick rick rich ricardo,
  james jim jimmy jaime santiago, john jack johnny jon juan, joseph joe joey jose pepe, michael mike mick miguel,
  francis frank francisco paco pancho kiko, charles chas chuck charlie carlos, edward ed eddie ted ned eduardo lalo,
  henry hank harry enrique kike, lawrence larry, leonard len lenny, walter walt, theodore ted theo, thomas thos tom tomas,
  anthony tony antonio toni, ignacio nacho, alberto beto, jesus chuy, manuel manny manolo, luis lucho louis, rafael rafa,
  alexander alex sasha, albert al bert, gerald jerry, samuel sam, daniel dan danny, david dave, george geo jorge, peter pedro,
  margaret peggy maggie meg margarita, elizabeth liz beth betty lisa eliza isabel, dorothy dot dolly, patricia pat patty trish,
  katherine kathryn kathy kate kit katie catherine catalina, barbara barb babs, susan sue susie, deborah debbie deb, rebecca becky,
  victoria vicky tori, guadalupe lupe, dolores lola, concepcion concha, rosario chayo, mercedes meche, virginia ginny,
  martha patty marta, mary molly polly maria, nancy ann, sarah sally, helen nell elena, eleanor ellie nora, alexandra sandra`
    .split(',')
    .map((names) => new Set(names.trim().split(/\s+/)))

/** Whether a name is the other with an ending of affection: `Anita` of `Ana`, `Miguelito`, `Carmencita`. */
function isSmall(name: string, of: string): boolean {
  const [, stem, ending] = /^(.{2,}?)(c?it[oa])$/.exec(name) ?? []
  if (stem === undefined || ending === undefined) return false
  const isFull = ending === 'ita' ? of.endsWith('a') : true
  return isFull && (of === stem || of === stem + ending.slice(-1))
}

const isLike = (one: string, other: string): boolean =>
  one.startsWith(other) ||
  other.startsWith(one) ||
  one.slice(0, 3) === other.slice(0, 3) ||
  distance(one, other) <= (Math.min(one.length, other.length) < 5 ? 1 : 2) ||
  areForms(one, other)

const areForms = (one: string, other: string): boolean =>
  isSmall(one, other) || isSmall(other, one) || groups.some((names) => names.has(one) && names.has(other))

/** Whether one first name is used for the other, such as `Bill` for `William`. */
export function areOneName(one: string, other: string): boolean {
  const [name = '', their = ''] = [one.split(' ')[0], other.split(' ')[0]]
  return name !== their && areForms(name, their)
}

/** Whether a word is one of these given names, which many people have. */
export const isUsualGivenName = (word: string): boolean => groups.some((names) => names.has(normalForm(word)))

/** Whether a last name is the other one with one slip, or cut off. */
export const isSlipOf = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > 3 &&
  (one.startsWith(other) || other.startsWith(one) || distance(one, other) === 1)

/** Whether two given names may be those of one person: a part of one is a part of the other, is short for it, or misspelt. */
export function areLikeNames(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((name) => normalForm(name).split(' '))
  return parts?.some((part) => others?.some((their) => isLike(part, their))) ?? false
}
