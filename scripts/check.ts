import { conclude, runSteps, type Step } from './run-steps.ts'

const workspaces = [
  'packages/contract',
  'packages/http-client',
  'packages/service-kit',
  'packages/pdf-viewer',
  'packages/pdf-signing',
  'shared-ui',
  'admin-app',
  'portal-app',
  'bff',
  'core-api',
  'test',
  'test/kit/pdfs',
  'scripts',
]

/** Format, lint without warnings, types, import rules, dead code. */
export const checks: Step[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--colors=off', '--error-on-warnings', '.'] },
  ...workspaces.map((folder) => ({
    name: `types of ${folder}`,
    command: 'node',
    args: ['node_modules/typescript-7/bin/tsc', '-p', folder],
  })),
  {
    name: 'import rules',
    command: 'node',
    args: [
      'scripts/check-imports.ts',
      'packages',
      'shared-ui',
      'admin-app',
      'portal-app',
      'bff',
      'core-api',
      'test',
      'scripts',
    ],
  },
  { name: 'vocabulary', command: 'node', args: ['scripts/check-vocabulary.ts'] },
  { name: 'workflows', command: 'node', args: ['scripts/check-workflows.ts'] },
  { name: 'dead code', command: 'knip', args: [] },
]

if (import.meta.main) conclude(await runSteps(checks, 2))
