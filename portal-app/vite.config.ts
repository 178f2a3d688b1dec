import { fileURLToPath } from 'node:url'
import { pdfjsAssets } from '@agency/pdf-viewer/vite-pdfjs-assets'
import { slimPdfjs } from '@agency/pdf-viewer/vite-slim-pdfjs'
import { compressedCopies } from '@agency/shared-ui/host/vite-compressed'
import { sharedUiHost } from '@agency/shared-ui/host/vite-host'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { prerenderedScreens } from './vite-prerender.ts'

/**
 * The modules of the first screen in one chunk: this compresses better and needs one request instead of eight. What a
 * module imports comes with it.
 */
const firstScreen = {
  name: 'first-screen',
  test: /node_modules\/(react-router|zustand|@lingui)|messages\/entry\/en|shared-ui\/(host\/(?!federation-host|remotes)|src\/button)|src\/(main|app\/(?!session-data|connection-banner|use-restored-page)|features\/entry\/(?!entry-api)|shared\/(environment|language|language-switch|menu|page|paths|phone|portal-icons|problem|session-store|shared-ui)\.)/,
}
/** React changes seldom, so that most releases of the portal leave it in the browser's cache. */
const reactChunk = { name: 'react', priority: 20, test: /node_modules\/(react|react-dom|scheduler)\// }
/** Loaded with the first component of shared-ui, after the first screen. */
const federation = {
  name: 'federation',
  priority: 20,
  test: /@module-federation|shared-ui\/host\/(federation-host|remotes)/,
}

const sourcePlugins = () => [
  react(),
  lingui({
    configPath: fileURLToPath(import.meta.resolve('@agency/messages/lingui-config')),
    failOnMissing: true,
    failOnCompileError: true,
  }),
]

export default defineConfig(({ command, mode }) => ({
  base: '/session/',
  plugins: [
    ...sourcePlugins(),
    prerenderedScreens(sourcePlugins),
    pdfjsAssets(),
    slimPdfjs(),
    compressedCopies(),
    sharedUiHost({ name: 'portal_app', command, mode }),
  ],
  // The Content-Security-Policy allows fonts from the own origin, no data: URLs.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [firstScreen, reactChunk, federation] } } },
  },
  server: { port: 5175, strictPort: true, proxy: { '/session/_api': 'http://localhost:8080' } },
  test: {
    // As scripts/untagged-tests.ts, which is not there when an image is built.
    ...(mode === 'full' ? {} : { testNamePattern: /^(?!.*@full)/ }),
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Test files share loaded modules, which saves half of the time. src/testing/setup.ts resets their state.
    isolate: false,
  },
}))
