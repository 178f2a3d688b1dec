import { startFakeDocusign } from '@agency/fake-docusign/fake-docusign'
import { afterAll, beforeAll, expect } from 'vitest'
import { startCore } from '../../../../test/core.ts'
import { providerContract } from '../esign-provider.contract.ts'

const fake = await startFakeDocusign()
beforeAll(() => {
  // Nobody listens where they would go.
  fake.connect.held = true
  fake.account.setTemplates(['Agent of Record', 'Consent'])
})
afterAll(async () => {
  await fake.close()
  expect(fake.problems).toEqual([])
  // However many asked, DocuSign was asked for each of our envelopes once.
  const orders = fake.account.envelopes.map(({ definition }) => definition.transactionId)
  expect(orders).toHaveLength(new Set(orders).size)
})

providerContract({ name: 'docusign', kind: 'redirect', start: () => startCore(fake.settings) })
