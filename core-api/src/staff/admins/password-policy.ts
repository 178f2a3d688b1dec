import { passwordLength } from '@agency/contract/admins'
import { InvalidInput } from '../../platform/errors.ts'

/** The least score of zxcvbn: 3, at least 10⁸ guesses. */
const leastScore = 3

/** Longer passwords add no strength, and take longer to hash. */
const longest = 128

/** The 40,000 most common passwords and their usual variations; loaded when the first password is set. */
async function readCommonPasswords() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: longest })
}
let commonPasswords: ReturnType<typeof readCommonPasswords> | undefined

/** Names that a password must not consist of, such as the user name and the agency's name. */
export type Names = readonly string[]

/** NFKC, trimmed (NIST SP 800-63B § 3.1.1.2). @throws InvalidInput for its length, a common one, or one of the names */
export async function acceptPassword(typed: string, names: Names): Promise<string> {
  const password = typed.normalize('NFKC').trim()
  if ([...password].length < passwordLength) throw refusal(`Use at least ${passwordLength} characters.`)
  if ([...password].length > longest) throw refusal(`Use at most ${longest} characters.`)
  commonPasswords ??= readCommonPasswords()
  const { score, sequence } = (await commonPasswords).check(password, namesIn(names))
  if (score >= leastScore) return password
  const named = sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs')
  throw refusal(named ? 'Do not use the user name, email address or agency name.' : 'This password is too common.')
}

const refusal = (message: string) => new InvalidInput([{ field: 'password', message }])

/** Each name as it is, without spaces, and word by word. */
const namesIn = (names: Names): string[] =>
  names
    .flatMap((name) => [name, name.replaceAll(/\s/g, ''), ...name.split(/[\s@.]+/)])
    .filter((name) => name.length > 2)
