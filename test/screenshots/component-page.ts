import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort, stopService } from '../../scripts/product.ts'
import { root } from '../../scripts/repository.ts'
import { type Camera, expect } from './camera.ts'

/** The page of shared-ui's development server that shows every component in every state. */
export async function shootComponents(camera: Camera, page: Page): Promise<void> {
  const port = await freePort()
  const options = ['--host', '127.0.0.1', '--port', String(port)]
  const server = spawn(join(root, 'node_modules/.bin/vite'), options, { cwd: join(root, 'shared-ui'), stdio: 'ignore' })
  try {
    const address = `http://127.0.0.1:${port}/dev/`
    await expect(() => page.goto(address)).toPass()
    await expect(page.locator('iframe')).not.toHaveCount(0)
    for (const frame of await page.locator('iframe').all())
      await expect(frame.contentFrame().locator('#root > *')).not.toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await camera.whole(page, 'shared-ui-components')
  } finally {
    await stopService({ process: server })
  }
}
