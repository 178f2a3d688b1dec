import { constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/** `npm start` does not wait for the last tenth of the bytes, which takes four fifths of a build's processor time. */
const isQuick = process.env.QUICK_BUILD === 'true'

/** So that the web server compresses nothing. Without index.html, which the bff renders. */
export const compressedCopies = (): Plugin =>
  compression({
    include: /\.(?:js|mjs|css|svg|json|wasm|txt|bcmap)$/,
    threshold: 1024,
    algorithms: [
      defineAlgorithm('brotliCompress', {
        params: { [constants.BROTLI_PARAM_QUALITY]: isQuick ? 5 : constants.BROTLI_MAX_QUALITY },
      }),
      defineAlgorithm('gzip', { level: isQuick ? 6 : 9 }),
    ],
  })
