import { pdfjsAssets } from '@agency/pdf-viewer/vite-pdfjs-assets'
import { compressedCopies } from '@agency/shared-ui/host/vite-compressed'
import { sharedUiHost } from '@agency/shared-ui/host/vite-host'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** What the first screen is made of, in one chunk: it compresses better and takes fewer requests than eight. */
const firstScreen = {
  name: 'first-screen',
  test: /node_modules\/(react-router|zustand)|src\/(main|app\/(?!session-data|connection-banner)|features\/entry\/(?!entry-api)|shared\/(environment|i18n\/(en|language)|open-session|page|paths|phone|problem|session-store|shared-ui)\.)/,
}

export default defineConfig(({ command, mode }) => ({
  base: '/session/',
  plugins: [
    react(),
    pdfjsAssets(import.meta.resolve('pdfjs-dist/package.json')),
    compressedCopies(),
    sharedUiHost({ name: 'portal_app', command, mode }),
  ],
  // The content policy allows fonts of our own origin, not data addresses.
  build: { assetsInlineLimit: 0, rolldownOptions: { output: { codeSplitting: { groups: [firstScreen] } } } },
  server: { port: 5175, strictPort: true, proxy: { '/session/_api': 'http://localhost:8080' } },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
    maxWorkers: 2,
  },
}))
