import { fileURLToPath } from 'node:url'
import { pdfjsAssets } from '@agency/pdf-viewer/vite-pdfjs-assets'
import { slimPdfjs } from '@agency/pdf-viewer/vite-slim-pdfjs'
import { compressedCopies } from '@agency/shared-ui/host/vite-compressed'
import { sharedUiHost } from '@agency/shared-ui/host/vite-host'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Asks for the typeface with the page, and not when its style sheet is read. */
function preloadTypeface(): Plugin {
  let base = '/'
  return {
    name: 'preload-typeface',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.includes('figtree-latin-wght'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: base + file },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** React changes seldom, so that most releases of the office leave it in the browser's cache. */
const reactChunk = { name: 'react', priority: 20, test: /node_modules\/(react|react-dom|scheduler)\// }
/** What each screen needs in one chunk: it compresses better, and is one request instead of seven. */
const libraries = {
  name: 'libraries',
  priority: 15,
  test: /node_modules\/(react-router|react-router-dom|@tanstack|ky|zustand)\/|packages\/http-client\/src|shared-ui\/host\/(?!federation-host|remotes)/,
}
/** Loaded with the first component of shared-ui, after the first screen. */
const federation = {
  name: 'federation',
  priority: 20,
  test: /@module-federation|shared-ui\/host\/(federation-host|remotes)/,
}

/** What comes with the login screen stays apart from what the screens behind it share. */
const start = { name: 'start', priority: 10, tags: ['$initial' as const] }
/**
 * What several screens share, in one chunk for each set of screens that need it. Sets below 8 kB go into the chunk of a
 * similar set: the browser is given a hint for each file of a screen, all in one task, and a record had 46.
 */
const shared = {
  name: 'shared',
  // The app's own copy of shared-ui is loaded when the other one can't be, and stays as it is.
  test: /^(?!.*\/shared-ui\/src\/).*\.(ts|tsx|js|mjs|css)$/,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 8_000,
}

/**
 * Wire schemas of several screens. Merged sets of them and of the app's own modules imported one another, and a screen
 * whose chunks were evaluated in the other order built a schema from one that was not there yet.
 */
const contract = { name: 'contract', priority: 5, test: /packages\/contract\/src\//, minShareCount: 2 }

/** A chunk of that group is named after all its screens. */
const nameOf = (name: string): string => (name.startsWith('shared~') ? 'shared' : '[name]')
const output = {
  chunkFileNames: ({ name }: { readonly name: string }) => `assets/${nameOf(name)}-[hash].js`,
  assetFileNames: ({ names: [name = ''] }: { readonly names: string[] }) => `assets/${nameOf(name)}-[hash][extname]`,
  codeSplitting: { groups: [libraries, reactChunk, federation, start, contract, shared] },
}

/** Tests that advance a fake clock by minutes. Now and then they hang in a worker that ran other test files before. */
const advancingClock = ['src/app/frame/idle-watch.test.tsx', 'src/app/frame/connection-banner.test.tsx']

export default defineConfig(({ command, mode }) => ({
  base: '/admin/',
  plugins: [
    react(),
    lingui({
      configPath: fileURLToPath(import.meta.resolve('@agency/messages/lingui-config')),
      failOnMissing: true,
      failOnCompileError: true,
    }),
    pdfjsAssets(),
    slimPdfjs(),
    compressedCopies(),
    preloadTypeface(),
    sharedUiHost({ name: 'admin_app', command, mode }),
  ],
  build: { rolldownOptions: { output } },
  server: { port: 5174, strictPort: true, proxy: { '/admin/_api': 'http://localhost:8080' } },
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
    // Test files share loaded modules, which saves two thirds of the time. src/testing/setup.ts resets their state.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'shared', exclude: ['**/node_modules/**', ...advancingClock] } },
      { extends: true, test: { name: 'isolated', include: advancingClock, isolate: true } },
    ],
  },
}))
