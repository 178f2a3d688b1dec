import { describeEngine } from './engine-tests.ts'
import { startFirefox } from './firefox.ts'

describeEngine('Firefox', startFirefox)
