import { describeEngine } from './engine-tests.ts'
import { startWebKit } from './webkit.ts'

describeEngine('WebKit', startWebKit)
