import { expect, it } from 'vitest'
import { oidcSettingProblems, readProviders, roleEntries } from './oidc-settings.ts'

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
  ['no group in a list', setting({ ...provider, roles: [] }), /maps no group/],
  ['a list with a role that does not exist', setting({ ...provider, roles: [['office', 'root']] }), /\/0\/roles/],
  [
    'roles of groups that are numbers',
    setting({ ...provider, roles: { office: 'standard', 42: 'power' } }),
    /acme has groups that are numbers.*list of pairs/,
  ],
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

it.each<[string, object]>([
  ['one group that is a number', { 42: 'power' }],
  ['groups that are numbers, all of one role', { 42: 'standard', 7: 'standard' }],
  ['names that only begin as numbers', { '7a': 'power', '007': 'standard', '99999999999': 'standard' }],
])('given roles of %s, when they are checked, then there is no problem', (_what, roles) => {
  expect(oidcSettingProblems(setting({ ...provider, roles }))).toEqual([])
})

it('given roles as a list of pairs, when they are read, then groups that are numbers keep their order', () => {
  const roles = [
    ['office', 'standard'],
    ['42', 'power'],
    ['7', 'auditor'],
  ]
  const right = setting({ ...provider, roles })
  expect(oidcSettingProblems(right)).toEqual([])
  expect(readProviders(right.OIDC_PROVIDERS).map(roleEntries)).toEqual([roles])
})
