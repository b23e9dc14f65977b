// The import rules of ARCHITECTURE.md. scripts/imports/imports.test.ts tests each against a deliberate
// violation.
const { layers, rows } = require('./scripts/imports/rows.cjs')

const server = '^apps/server/src/'
const web = '^apps/web/src/'
const test = '([.](test|suite)[.]tsx?$|/testing/|/test-server[.]ts$)'

// The page counts words exactly as the allowance does.
const wordCount = '^packages/detector/src/text/words[.]ts$'

const feature = (names) => `${server}features/(${names.join('|')})/`
const featuresOf = (chosen) => chosen.flatMap(({ features }) => features)

const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid('no-circular', {}, { circular: true }),

    forbid(
      'shared-packages-are-pure',
      { path: '^packages/(detector|contract|wording|writing)/src', pathNot: test },
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
      'wording-imports-only-the-contract',
      { path: '^packages/wording/' },
      { path: '^(apps|packages)/', pathNot: '^packages/(wording|contract)/' },
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
          `${server}features/documents/pipeline/`,
          `${server}features/(similarity/comparison/compare-texts|authorship/earlier-writing/earlier-writing|documents/references/run-look-ups)[.]ts$`,
          test,
        ],
      },
      {
        path: '^packages/(detector|extract)/',
        pathNot: [wordCount, '^packages/extract/src/extraction/failures[.]ts$'],
      },
    ),
    forbid(
      'web-and-server-do-not-import-each-other',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),

    forbid(
      'reading-and-scoring-know-no-document',
      { path: `${server}features/documents/pipeline/(reading|scoring)/`, pathNot: test },
      {
        path: server,
        pathNot: `${server}(features/documents/pipeline/(reading|scoring)/|locale/problems/|lib/)`,
      },
    ),
    ...Object.entries(layers).map(([layer, below]) =>
      forbid(
        'layers-import-lower-ones-only',
        { path: `${server}${layer}/`, pathNot: test },
        { path: server, pathNot: `${server}(${[layer, ...below].join('|')})/` },
      ),
    ),
    forbid(
      'main-is-never-imported',
      { path: server, pathNot: [`${server}main/`, test] },
      { path: `${server}main/` },
    ),
    // Of HTTP a feature knows how calls are bound, the caller, the received files and the rate of calls.
    forbid(
      'features-import-only-http-bindings',
      { path: `${server}features/`, pathNot: test },
      { path: `${server}http/`, pathNot: 'http/(bind|caller|multipart|rate-limits)[.]ts$' },
    ),
    forbid(
      'routes-import-no-lower-layer',
      { path: `${server}features/.+/routes[.]ts$` },
      {
        path: [
          '/[a-z-]*store[.]ts$',
          '/process-document[.]ts$',
          `${server}(services|features/documents/pipeline/(reading|scoring))/`,
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'rules-are-pure',
      { path: `${server}features/.+/rules[.]ts$` },
      {
        path: server,
        pathNot: ['/rules[.]ts$', `${server}(lib/|locale/problems/reason[.]ts$)`],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'features-have-one-door',
      { path: `${server}(?:features/)?([^/]+)/`, pathNot: test },
      {
        path: `${server}features/.+/`,
        pathNot: [`${server}features/$1/`, `${server}features/[^/]+/index[.]ts$`],
      },
    ),
    // Lists that are sorted and searched by the names of students and classes join their tables.
    forbid(
      'doors-open-no-store',
      { path: `${server}features/[^/]+/index[.]ts$` },
      { path: '/([a-z-]*store|tables)[.]ts$', pathNot: `${server}features/classes/.+/tables[.]ts$` },
    ),
    ...rows.map((row, index) =>
      forbid(
        'features-import-lower-rows-only',
        { path: feature(row.features), pathNot: test },
        { path: feature(featuresOf(rows.slice(index))), pathNot: `${server}features/$1/` },
      ),
    ),
    forbid('every-feature-has-a-row', { path: `${server}features/`, pathNot: feature(featuresOf(rows)) }, {}),
    forbid(
      'only-stores-import-the-database',
      {
        path: server,
        pathNot: [
          '/[a-z-]*store[.]ts$',
          `${server}(services/(database|backup)/|main/open-database[.])`,
          test,
        ],
      },
      { path: `${server}services/database/`, pathNot: 'database/database[.]ts$' },
    ),
    forbid(
      'api-never-imports-the-document-job',
      { path: `${server}features/`, pathNot: ['/process-document[.]ts$', 'documents/index[.]ts$', test] },
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
