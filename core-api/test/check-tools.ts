import { spawnSync } from 'node:child_process'

/** The tools that judge sealed documents and packets of them. Without them nothing is proved, so the tests do not start. */
export function setup() {
  const missing = ['pdfsig', 'qpdf', 'unzip', 'openssl', 'age'].filter(
    (tool) => spawnSync('which', [tool]).status !== 0,
  )
  if (missing.length > 0) {
    throw new Error(`These tests need ${missing.join(', ')}: install poppler-utils, qpdf, unzip, openssl and age.`)
  }
}
