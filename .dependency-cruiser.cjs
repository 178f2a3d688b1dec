const services = '^(bff|core-api)/'
const apps = '^(admin-app|portal-app)/src/'

/** Who may import whom. */
module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'The contract rests on TypeBox alone.',
      severity: 'error',
      from: { path: '^contract/', pathNot: ['\\.test\\.ts$', '^contract/src/server/'] },
      to: { pathNot: ['^contract/', '^node_modules/typebox/'] },
    },
    {
      name: 'service-parts-in-services-alone',
      comment: 'What both services have in common runs on Node.js; no page may load it.',
      severity: 'error',
      from: { pathNot: [services, '^contract/.*\\.test\\.ts$', '^contract/src/server/'] },
      to: { path: '^contract/src/server/' },
    },
    {
      name: 'shared-ui-takes-props-only',
      comment: 'No contract, app, store, router or fetch library in shared-ui.',
      severity: 'error',
      from: { path: '^shared-ui/' },
      to: {
        path: '^(contract|admin-app|portal-app|bff|core-api)/|node_modules/(ky|zustand|react-router|@tanstack/react-query)',
      },
    },
    {
      name: 'shared-ui-through-one-file',
      comment: 'An app gets the components at run time, through src/shared/shared-ui.tsx.',
      severity: 'error',
      from: { path: apps, pathNot: ['/src/shared/shared-ui\\.tsx$', '/src/testing/', '\\.test\\.tsx?$'] },
      to: { path: '^shared-ui/', pathNot: '\\.css$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-never-meet',
      comment: 'The services and the apps know one another by the contract alone.',
      severity: 'error',
      from: { path: '^(bff|core-api|admin-app|portal-app)/' },
      to: { path: '^(bff|core-api|admin-app|portal-app)/', pathNot: '^$1/' },
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
      from: { path: '^(admin-app|portal-app)/src/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^$1/src/app/' },
    },
    {
      name: 'repositories-belong-to-their-feature',
      comment: "Across features call the other's service, never its repository.",
      severity: 'error',
      from: { path: '^core-api/src/features/([^/]+)/' },
      to: {
        path: '^core-api/src/features/.*-repository\\.ts$',
        pathNot: '^core-api/src/features/$1/',
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
          '^core-api/(src/database|migrations|test)/',
          '/health-routes\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^shared-ui/|virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[^/]+/dist/|^data/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
