import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

const { projects: _projects, ...shared } = base

/** The tests of releases: each file starts a product of its own, and deploys to it part by part. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './package-front-ends.ts',
  outputDir: '../test-results/release',
  // Most build a part and compile an app: minutes on a busy machine.
  timeout: 240_000,
  // Each has a product of its own.
  workers: 2,
})
