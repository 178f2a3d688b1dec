/** The districts of core-api. Each imports those before it, and no other. */
const districts = ['platform', 'audit', 'staff', 'clients', 'library', 'sessions', 'signing', 'messages', 'operation']
const services = '^(bff|core-api)/'
const apps = '^(admin-app|portal-app)/src/'
const tests = '\\.test\\.tsx?$|\\.contract\\.ts$|/testing/|^(core-api|bff)/test/|^test/'

const districtsInOrder = districts.map((district, place) => ({
  name: `${district}-imports-districts-before-it`,
  comment: `In core-api: ${districts.join(' <- ')} <- app.`,
  severity: 'error',
  from: { path: `^core-api/src/${district}/`, pathNot: tests },
  to: { path: '^core-api/src/', pathNot: `^core-api/src/(${districts.slice(0, place + 1).join('|')})/` },
}))

/** Who may import whom; imports of types count. check-imports.ts adds cycles between folders; Biome finds undeclared packages. */
module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'The contract imports TypeBox and nothing else.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: tests },
      to: { pathNot: ['^packages/contract/', '^node_modules/typebox/'] },
    },
    {
      name: 'packages-know-no-part',
      comment: 'A package is used by the parts of the product and imports none of them.',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: '^(admin-app|portal-app|shared-ui|bff|core-api|test|scripts)/' },
    },
    {
      name: 'service-kit-in-services-alone',
      comment: 'The service kit and PDF signing run on Node.js; no page may load them.',
      severity: 'error',
      from: {
        path: ['^(admin-app|portal-app|shared-ui)/', '^packages/(contract|http-client|pdf-viewer)/'],
        pathNot: tests,
      },
      to: { path: '^packages/(service-kit|pdf-signing)/' },
    },
    {
      name: 'shared-ui-takes-props-only',
      comment: 'No contract, app, store, router or fetch library in shared-ui.',
      severity: 'error',
      from: { path: '^shared-ui/' },
      to: {
        path: '^(packages|admin-app|portal-app|bff|core-api)/|node_modules/(ky|zustand|react-router|@tanstack/react-query)',
      },
    },
    {
      name: 'shared-ui-through-one-file',
      comment: 'An app gets the components at run time, through src/shared/shared-ui.tsx.',
      severity: 'error',
      from: { path: apps, pathNot: ['/src/shared/shared-ui\\.tsx$', tests] },
      to: { path: '^shared-ui/src/', pathNot: '\\.css$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-never-meet',
      comment: 'The services and the apps know one another by the contract alone.',
      severity: 'error',
      from: { path: '^(bff|core-api|admin-app|portal-app)/' },
      to: { path: '^(bff|core-api|admin-app|portal-app)/', pathNot: '^$1/' },
    },
    {
      name: 'parts-know-no-scripts',
      comment: 'The image of a part is built without the scripts and tests of the repository.',
      severity: 'error',
      from: { path: '^(admin-app|portal-app|shared-ui|bff|core-api)/', pathNot: [tests, '/vitest\\.config\\.ts$'] },
      to: { path: '^(scripts|test)/' },
    },
    {
      name: 'features-never-import-each-other',
      comment: 'In an app: shared <- features <- app.',
      severity: 'error',
      from: { path: '^(admin-app|portal-app)/src/features/([^/]+)/' },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'shared-below-features-below-app',
      severity: 'error',
      from: { path: '^(admin-app|portal-app)/src/shared/' },
      to: { path: '^$1/src/(features|app)/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: '^(admin-app|portal-app)/src/features/', pathNot: tests },
      to: { path: '^$1/src/app/' },
    },
    {
      name: 'platform-below-features',
      comment: 'In the bff: platform <- features <- app. No arrow runs back up.',
      severity: 'error',
      from: { path: '^bff/src/platform/', pathNot: tests },
      to: { path: '^bff/src/', pathNot: '^bff/src/platform/' },
    },
    {
      name: 'bff-features-below-app',
      severity: 'error',
      from: { path: '^bff/src/features/', pathNot: tests },
      to: { path: '^bff/src/', pathNot: '^bff/src/(features|platform)/' },
    },
    ...districtsInOrder,
    {
      name: 'folders-are-in-districts',
      comment: 'A new folder of core-api belongs to a district.',
      severity: 'error',
      from: { path: '^core-api/src/[^/]+/', pathNot: `^core-api/src/(${districts.join('|')}|cli)/` },
      to: {},
    },
    {
      name: 'commands-are-entries',
      comment: 'The service reads neither the commands nor the demo data.',
      severity: 'error',
      from: { path: '^core-api/src/', pathNot: ['^core-api/src/cli/', '^core-api/src/main\\.ts$', tests] },
      to: { path: '^core-api/src/cli/' },
    },
    {
      name: 'repositories-belong-to-their-feature',
      comment: "Across features call the other's service, never its repository. The district audit reads the trail.",
      severity: 'error',
      from: { path: '^core-api/src/([^/]+)/([^/]+)/', pathNot: ['^core-api/src/(audit|cli)/', tests] },
      to: {
        path: '^core-api/src/.*-repository\\.ts$',
        pathNot: [
          '^core-api/src/$1/$2/',
          // Within their district: what all features there are about.
          '^core-api/src/$1/(record/client|envelopes/envelope)-repository\\.ts$',
          '^core-api/src/platform/(?!(audit-trail|outbox)/)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sql-in-repositories-alone',
      severity: 'error',
      from: {
        path: services,
        pathNot: [
          '-repository\\.ts$',
          // Conditions and orders that repositories use.
          '-(conditions|order)\\.ts$',
          '^core-api/(src/platform/(database|concurrency)|migrations|test)/',
          tests,
        ],
      },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Types included. check-imports.ts looks for cycles between folders.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: 'virtual:|[?]lingui$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(admin-app|portal-app|shared-ui|bff)/dist/|^data/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
