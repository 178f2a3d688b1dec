import fp from 'fastify-plugin'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { requireKeysOf } from './reencrypt-values.ts'
import { isNothingLeft, rotateOnce } from './rotate-once.ts'

const interval = 15 * 60_000
const hour = 3_600_000
const day = 24 * hour

/** Re-encrypts in the background, until nothing is on older keys. Refuses to start without the keys of the data. */
export const keyRotation = fp(
  async (app) => {
    const { db, cipher, fileStore, log, keyring } = app
    await requireKeysOf(db, keyring)
    if (keyring.older.length === 0) return
    const { stop } = repeatWork(app, {
      every: interval,
      work: async (signal) => {
        const keep = { keepOlderFor: hour, keepUnfinishedFor: day }
        const left = await rotateOnce({ db, cipher, fileStore, log, keyring, signal, ...keep })
        if (isNothingLeft(left)) stop()
        log.info({ left }, isNothingLeft(left) ? 'nothing is left on older keys' : 'some data is left on older keys')
      },
      failure: 'the rotation of keys failed; it is repeated',
    })
  },
  { name: 'key-rotation', dependencies: ['database', 'encryption', 'files'] },
)
