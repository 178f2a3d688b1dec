import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { startCore } from '../../../test/core.ts'
import { startS3 } from '../../../test/s3-service.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { createLastingDatabase } from '../../../test/test-database.ts'
import { whenAnchored } from '../../../test/trail-attacks.ts'
import { uploadAll } from '../../../test/upload.ts'
import { readKeyring } from '../../platform/encryption/master-key.ts'
import { openStore } from '../../platform/files/open-store.ts'
import { beginRestoring } from '../../platform/files/restoring-mark.ts'
import { BackupDirectory } from './backup-directory.ts'
import { storedIdOf } from './backup-manifest.ts'
import { makeBackup } from './make-backup.ts'
import { verifyBackup } from './restore-backup.ts'
import { restoreToStore } from './restore-to-server.ts'

it('given files in a bucket, when backed up and restored under another prefix, then they open there', async () => {
  const service = await startS3()
  onTestFinished(service.stop)
  const bucket = await service.makeBucket()
  const database = await createLastingDatabase()
  onTestFinished(database.drop)
  const core = await startCore({ ...bucket.settings, S3_PREFIX: 'agency/' }, database)
  onTestFinished(core.close)
  const admin = await core.admin()
  const contents = [Buffer.from('first'), randomBytes(6 * 2 ** 20)]
  await uploadAll(core, admin, await seedClient(core, admin), contents)
  const directory = mkdtempSync(join(tmpdir(), 'backups-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  await whenAnchored(core)
  const { db, fileStore: store } = core.app
  const { signal } = new AbortController()
  const manifest = await makeBackup({
    db,
    target: database.target,
    store,
    directory,
    recipients: [],
    keyIds: [],
    signal,
  })
  const backup = await verifyBackup(new BackupDirectory(directory))
  expect(manifest).toMatchObject({ file_count: 2, missing_files: 0 })
  expect(manifest.anchor_count).toBeGreaterThan(0)

  await expect(restoreToStore(core.config, backup)).rejects.toThrow('is not empty')
  const config = { ...core.config, S3_PREFIX: 'restored/' }
  await restoreToStore(config, backup)
  const restored = await openStore(config, readKeyring(config))
  onTestFinished(restored.close)
  // What an interruption leaves behind.
  await beginRestoring(restored.root, manifest.name)
  await restoreToStore(config, backup)
  const found = await Promise.all(backup.copies.map(({ id }) => buffer(restored.store.open(storedIdOf(id)))))
  for (const content of contents) expect(found.some((bytes) => bytes.equals(content))).toBe(true)
  expect(await restored.root.readText('installation-id')).toBe(
    await core.app.db
      .selectFrom('installation')
      .select('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) => `${id}\n`),
  )
})
