import type { Feature } from '../../platform/feature.ts'
import { storedTextEncryption } from './encrypt-stored-texts.ts'

export const encryption: Feature = { plugins: [storedTextEncryption] }
