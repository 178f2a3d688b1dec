import { expect } from '@playwright/test'
import { changedButton, makeCandidate, otherReact, removedExpose, renamedProp, throwing } from './candidates.ts'
import { checkInBrowser } from './check-in-browser.ts'
import { checkOffer } from './check-offer.ts'
import { releaseOf, sourcesBeside } from './check-release.ts'
import { checkTypes } from './check-types.ts'
import { artefactOf, test } from './release-test.ts'

const typesOf = (app: 'admin-app' | 'portal-app', sources: string) =>
  checkTypes(app, sourcesBeside(artefactOf(app)), sources)

test('[FE-02] given a shared-ui that only adds, when it is checked against the released apps, then nothing is wrong @full', async ({
  routed,
  directory,
}) => {
  const { build, sources } = await makeCandidate(directory, changedButton)
  routed.deploy('shared-ui', build)
  expect(await checkInBrowser(routed)).toEqual([])
  expect(await typesOf('portal-app', sources)).toEqual([])
  expect(await typesOf('admin-app', sources)).toEqual([])
})

test('given a shared-ui whose prop has another name, when it is checked, then types and browser stop it @full', async ({
  routed,
  directory,
}) => {
  const { build, sources } = await makeCandidate(directory, renamedProp)
  const [fault] = await typesOf('portal-app', sources)
  expect(fault).toMatch(/^portal-app: \S+: error TS/)
  routed.deploy('shared-ui', build)
  const faults = await checkInBrowser(routed)
  expect(faults.join('\n')).toContain('admin-app: Modal')
})

test('given a shared-ui without a component, when it is checked, then types, what it offers and browser stop it @full', async ({
  routed,
  directory,
}) => {
  const { build, sources } = await makeCandidate(directory, removedExpose)
  const [fault] = await typesOf('portal-app', sources)
  expect(fault).toMatch(/^portal-app: .*shared-ui\/FolderGroup/)
  const { offers, ...release } = releaseOf(artefactOf('shared-ui'))
  const fewer = { ...release, offers: { shared: {}, contract: '0.1.0', ...offers, components: ['Button', 'Modal'] } }
  expect(checkOffer(fewer, releaseOf(artefactOf('portal-app')))).toEqual([
    'portal-app: shared-ui no longer offers FolderGroup',
  ])
  routed.deploy('shared-ui', build)
  expect((await checkInBrowser(routed)).join('\n')).toContain('FolderGroup could not be had')
})

test('given a shared-ui that fails when it is shown, when it is checked, then the browser stops it @full', async ({
  routed,
  directory,
}) => {
  const { build } = await makeCandidate(directory, throwing)
  routed.deploy('shared-ui', build)
  const faults = await checkInBrowser(routed)
  expect(faults).toHaveLength(2)
  expect(faults.join('\n')).toContain('broken')
})

test('given a shared-ui made for another React, when it is checked, then what it wants and the browser stop it @full', async ({
  routed,
  directory,
}) => {
  const { build } = await makeCandidate(directory, otherReact)
  const { offers, ...release } = releaseOf(artefactOf('shared-ui'))
  const newer = { ...release, offers: { components: [], contract: '0.1.0', ...offers, shared: { react: '^20.0.0' } } }
  expect(checkOffer(newer, releaseOf(artefactOf('admin-app')))).toContain(
    'admin-app: shared-ui wants react ^20.0.0, and the app brings 19.3.1',
  )
  routed.deploy('shared-ui', build)
  const faults = await checkInBrowser(routed)
  expect(faults).toHaveLength(2)
})
