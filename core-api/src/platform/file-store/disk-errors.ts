import { StoreUnavailable } from '../errors.ts'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Whether the system said that there is no such file. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** The disk is full, its quota is used up, it is mounted to be read only, or it (or its folder) is gone. */
const cannotWrite: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENOENT']

/** What a write to the disk failed with: a store that can't be written now is unavailable, the rest stays what it is. */
export const diskError = (error: unknown): unknown =>
  cannotWrite.includes(codeOf(error)) ? new StoreUnavailable({ cause: error }) : error
