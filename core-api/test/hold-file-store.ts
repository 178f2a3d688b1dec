import { vi } from 'vitest'
import type { Core } from './core.ts'

/** Blocks one write to the file store. @param callsBefore writes that go through first; later ones go through too */
export function holdFileStore(core: Core, callsBefore = 0) {
  const { files } = core.app
  const store = files.store.bind(files)
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let calls = 0
  vi.spyOn(files, 'store').mockImplementation(async (content, largest) => {
    if (calls++ === callsBefore) {
      reached.resolve()
      await released.promise
    }
    return store(content, largest)
  })
  return { reached: reached.promise, release: released.resolve }
}
