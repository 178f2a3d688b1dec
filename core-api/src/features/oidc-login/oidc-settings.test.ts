import { expect, it } from 'vitest'
import { oidcSettingProblems } from './oidc-settings.ts'

const provider = {
  id: 'acme',
  label: 'Acme SSO',
  issuer: 'https://login.acme.example',
  client_id: 'office',
  client_secret: 'planted-secret',
  domains: ['agency.example'],
  roles: { office: 'standard' },
}
const setting = (...providers: object[]) => ({ OIDC_PROVIDERS: JSON.stringify(providers) })

it('given right settings, when they are checked, then there is no problem', () => {
  expect(oidcSettingProblems({})).toEqual([])
  expect(oidcSettingProblems(setting(provider, { ...provider, id: 'other' }))).toEqual([])
  const emergency = { STAFF_PASSWORD_LOGIN: 'off', STAFF_BREAK_GLASS: 'admin' } as const
  expect(oidcSettingProblems({ ...setting(provider), ...emergency })).toEqual([])
})

it.each<[string, object, RegExp]>([
  ['no JSON', { OIDC_PROVIDERS: '[{"client_secret":"planted-secret"' }, /must be a list in JSON/],
  ['a role that does not exist', setting({ ...provider, roles: { office: 'root' } }), /\/0\/roles/],
  ['no domain', setting({ ...provider, domains: [] }), /\/0\/domains/],
  ['no group', setting({ ...provider, roles: {} }), /maps no group/],
  ['an unknown name', setting({ ...provider, admin: true }), /\/0/],
  ['an issuer without TLS', setting({ ...provider, issuer: 'http://login.acme.example' }), /https/],
  [
    'an issuer that only begins like this machine',
    setting({ ...provider, issuer: 'http://localhost.acme.example' }),
    /https/,
  ],
  ['one id twice', setting(provider, provider), /two providers/],
  ['password login off without a provider', { STAFF_PASSWORD_LOGIN: 'off' }, /needs OIDC_PROVIDERS/],
  ['an emergency account where everyone has a password', { STAFF_BREAK_GLASS: 'admin' }, /STAFF_PASSWORD_LOGIN=off/],
])(
  'given %s, when the settings are checked, then the problem names the place and no value',
  (_what, wrong, problem) => {
    const problems = oidcSettingProblems(wrong).join('\n')
    expect(problems).toMatch(problem)
    expect(problems).not.toContain('planted-secret')
  },
)
