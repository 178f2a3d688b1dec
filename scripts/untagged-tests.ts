/**
 * Vitest's options for a mode: tests with `@full` in their titles take too long for `npm test`, and run with
 * `--mode full` alone.
 */
export const untaggedTests = (mode: string) => (mode === 'full' ? {} : { testNamePattern: /^(?!.*@full)/ })
