import { constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/**
 * Writes a `.br` and a `.gz` beside each file of a build that is larger than 1 kB, so that the web server compresses
 * nothing. Without index.html, which the bff renders for each deployment.
 */
export const compressedCopies = (): Plugin =>
  compression({
    include: /\.(?:js|mjs|css|svg|json|wasm|txt|bcmap)$/,
    threshold: 1024,
    algorithms: [
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      defineAlgorithm('gzip', { level: 9 }),
    ],
  })
