import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressedCopies } from './host/vite-compressed.ts'

const runtime = /@module-federation|localSharedImportMap|rolldown.runtime|jsx-runtime/

/** React comes from the app; in development from here, early because tiptap breaks otherwise. */
function remote(isBuild: boolean) {
  const share = {
    singleton: true,
    requiredVersion: '^19.0.0',
    eager: !isBuild,
    ...(isBuild ? { import: false as const } : {}),
  }
  return federation({
    name: 'shared_ui',
    filename: 'remoteEntry.js',
    manifest: true,
    dts: false,
    exposes: {
      './Button': './src/button/button.tsx',
      './Modal': './src/modal/modal.tsx',
      './FolderGroup': './src/folder-group/folder-group.tsx',
      './RichText': './src/rich-text/rich-text.tsx',
      './Dialogs': './src/dialogs/dialogs.tsx',
    },
    shared: { react: share, 'react-dom': share },
    disableSnapshot: isBuild,
    disableRemote: isBuild,
    experiments: { externalRuntime: isBuild },
    dev: { remoteHmr: true },
  })
}

export default defineConfig(({ command, mode }) => ({
  base: './',
  server: { port: 5173, strictPort: true, origin: 'http://localhost:5173', cors: true },
  build: {
    target: 'es2022',
    rolldownOptions: {
      // An empty entry keeps an index.html out of the build.
      input: 'src/empty.ts',
      output: { codeSplitting: { groups: [{ name: 'rt', test: runtime }] } },
    },
  },
  plugins: mode === 'test' ? [react()] : [react(), compressedCopies(), remote(command === 'build')],
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    // Limits for tests that hang. A busy machine takes several times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Test files share loaded modules, which saves half of the time. Components keep no state outside of React.
    isolate: false,
    // Style sheets are left out of tests, but the one whose contrasts are computed.
    css: { include: [/tokens\.css/] },
  },
}))
