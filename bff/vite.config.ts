import { defineConfig } from 'vite'

/**
 * One file of the service and its libraries: a thousand modules of their own would need 22 MB more, and twice the time to
 * start. Names of functions are kept, so that a stack trace can be read; the source map has the lines.
 */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    sourcemap: true,
    rolldownOptions: { output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } } } },
  },
  ssr: {
    noExternal: true,
    // Compiled for each system, so it stays a package.
    external: ['sodium-native'],
  },
})
