// The import rules of ARCHITECTURE.md. scripts/imports/imports.test.ts tests each against a deliberate
// violation.
const server = '^apps/server/src/'
const web = '^apps/web/src/'
const test = '([.](test|suite)[.]tsx?$|/testing/|/test-server[.]ts$)'

// The page counts words exactly as the allowance does.
const wordCount = '^packages/detector/src/text/words[.]ts$'

// The server's features in rows, the lowest first. A feature imports those of lower rows, and none of its own
// row: there is no cycle between features.
const rows = [
  ['allowance', 'audit', 'bin', 'interests', 'personal-data', 'settings', 'visitors'],
  ['class-groups', 'human-check', 'mails', 'storage', 'support'],
  ['students', 'teachers'],
  ['account-access', 'api-keys', 'documents', 'installation'],
  ['analytics', 'baseline', 'demo', 'earlier-writing', 'references', 'samples', 'subscriptions', 'webhooks'],
  ['administration', 'examples', 'writing'],
  ['class-exports', 'lti', 'retention'],
  ['overlap'],
  ['cases'],
  ['exports', 'overview'],
  ['backups', 'erasure', 'operations'],
  ['teacher-imports'],
]
const feature = (names) => `${server}features/(${names.join('|')})/`

// Lists that are sorted and searched by names of another feature join its table.
const joins = `${server}features/(documents/lists/list-(json|store)|students/store)[.]ts$`

// Where a feature binds its routes: `routes.ts`, or in a small feature the file named after it.
const bindings = ['/routes[.]ts$', '/([a-z-]+)/\\1[.]ts$']

const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid('no-circular', {}, { circular: true }),

    forbid(
      'shared-packages-are-pure',
      { path: '^packages/(detector|contract|reading|writing)/src', pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    ...['contract', 'detector', 'extract', 'writing'].map((name) =>
      forbid(
        `${name}-imports-no-other-workspace`,
        { path: `^packages/${name}/` },
        { path: '^(apps|packages)/', pathNot: `^packages/${name}/` },
      ),
    ),
    forbid(
      'reading-imports-only-the-contract',
      { path: '^packages/reading/' },
      { path: '^(apps|packages)/', pathNot: '^packages/(reading|contract)/' },
    ),
    forbid('lab-is-never-imported', { pathNot: '^packages/lab/' }, { path: '^packages/lab/' }),
    forbid('cli-is-never-imported', { pathNot: '^packages/cli/' }, { path: '^packages/cli/' }),
    forbid(
      'lab-and-cli-import-no-product-code',
      { path: '^packages/(lab|cli)/' },
      {
        path: '^(apps|packages/(contract|writing))/',
        pathNot: '^packages/writing/src/arrival[.]ts$',
      },
    ),
    // Reading and scoring happen in children and threads; other features compare texts that were read, in
    // slices or in jobs.
    forbid(
      'only-documents-read-and-score',
      {
        path: '^apps/',
        pathNot: [
          `${server}features/documents/(reading|scoring|steps)/`,
          `${server}features/(overlap/compare-texts|earlier-writing/earlier-writing|references/run-look-ups)[.]ts$`,
          test,
        ],
      },
      { path: '^packages/(detector|extract)/', pathNot: [wordCount, '^packages/extract/src/failures[.]ts$'] },
    ),
    forbid(
      'web-and-server-do-not-import-each-other',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),

    forbid(
      'reading-and-scoring-know-no-document',
      { path: `${server}features/documents/(reading|scoring)/`, pathNot: test },
      {
        path: server,
        pathNot: `${server}(features/documents/(reading/|scoring/|start-thread[.]ts$)|problems/|fork-program[.]ts$)`,
      },
    ),
    forbid(
      'database-and-outside-import-no-upper-layer',
      { path: `${server}(database|outside)/`, pathNot: test },
      { path: `${server}(http|features)/` },
    ),
    forbid(
      'http-imports-no-upper-layer',
      { path: `${server}http/`, pathNot: test },
      { path: `${server}(app[.]|features/|database/)` },
    ),
    // An action may only know the caller and the received files of a request, nothing else of HTTP.
    forbid(
      'features-import-no-http',
      { path: `${server}features/`, pathNot: [...bindings, test] },
      { path: `${server}http/`, pathNot: 'http/(caller|receive)[.]ts$' },
    ),
    forbid(
      'features-import-only-http-bindings',
      { path: `${server}features/`, pathNot: test },
      { path: `${server}http/`, pathNot: 'http/(bind|caller|receive)[.]ts$' },
    ),
    forbid(
      'routes-import-no-lower-layer',
      { path: `${server}features/.+/routes[.]ts$` },
      {
        path: [
          '/[a-z-]*store[.]ts$',
          '/process-document[.]ts$',
          `${server}(database|outside|features/documents/(reading|scoring))/`,
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'rules-are-pure',
      { path: `${server}features/.+/rules[.]ts$` },
      {
        path: server,
        pathNot: ['/rules[.]ts$', `${server}(durations|megabytes|security/secrets|problems/reason)[.]ts$`],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'store-is-private',
      { path: `${server}(?:features/)?([^/]+)/`, pathNot: test },
      { path: `${server}features/.+/[a-z-]*store[.]ts$`, pathNot: `${server}features/$1/` },
    ),
    ...rows.map((row, index) =>
      forbid(
        'features-import-lower-rows-only',
        { path: feature(row), pathNot: test },
        { path: feature(rows.slice(index).flat()), pathNot: `${server}features/$1/` },
      ),
    ),
    forbid('every-feature-has-a-row', { path: `${server}features/`, pathNot: feature(rows.flat()) }, {}),
    forbid(
      'features-import-no-composition-root',
      { path: `${server}features/`, pathNot: test },
      { path: `${server}(app|listeners|open|open-database|report-sections|serve|start|worker)[.]ts$` },
    ),
    forbid(
      'tables-are-private',
      { path: `${server}features/([^/]+)/`, pathNot: [joins, test] },
      { path: `${server}features/[^/]+/tables[.]ts$`, pathNot: `${server}features/$1/` },
    ),
    forbid(
      'only-stores-import-the-database',
      {
        path: server,
        pathNot: [
          '/[a-z-]*store[.]ts$',
          `${server}(database/|backup/(apply-restore|check-archive|own-place|safety-backups)[.]|open-database[.])`,
          test,
        ],
      },
      { path: `${server}database/`, pathNot: 'database/database[.]ts$' },
    ),
    forbid(
      'api-never-imports-the-document-job',
      { path: [`${server}app[.]ts$`, `${server}features/`], pathNot: ['/process-document[.]ts$', test] },
      { path: '/process-document[.]ts$' },
    ),

    forbid(
      'web-foundation-imports-no-upper-layer',
      { path: `${web}(ui|lib)/`, pathNot: test },
      { path: `${web}(app|pages|features)/` },
    ),
    forbid(
      'web-features-import-no-page',
      { path: `${web}features/`, pathNot: test },
      { path: `${web}(app|pages)/` },
    ),
    forbid('web-pages-import-no-shell', { path: `${web}pages/`, pathNot: test }, { path: `${web}app/` }),
    forbid(
      'web-features-do-not-import-each-other',
      { path: `${web}features/([^/]+)/`, pathNot: test },
      { path: `${web}features/`, pathNot: `${web}features/$1/` },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|build|build-\\d+|fixtures/files)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
