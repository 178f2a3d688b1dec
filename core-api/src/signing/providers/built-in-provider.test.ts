import { startCore } from '../../../test/core.ts'
import { providerContract } from './esign-provider.contract.ts'

providerContract({ name: 'built-in', kind: 'embedded', start: () => startCore() })
