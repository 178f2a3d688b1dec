import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { sharedUiHost } from '../shared-ui/host/vite-host.ts'
import { pdfjsAssets } from './vite-pdfjs-assets.ts'

export default defineConfig(({ command, mode }) => ({
  base: '/session/',
  plugins: [react(), pdfjsAssets(), sharedUiHost({ name: 'portal_app', command, mode })],
  // The content policy allows fonts of our own origin, not data addresses.
  build: { assetsInlineLimit: 0 },
  server: { port: 5175, strictPort: true, proxy: { '/session/_api': 'http://localhost:8080' } },
  test: { environment: 'jsdom', setupFiles: ['src/testing/setup.ts'], restoreMocks: true },
}))
