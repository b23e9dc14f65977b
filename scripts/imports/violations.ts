type Tree = Record<string, string[]>

const server = 'apps/server/src'
const web = 'apps/web/src'

/** A tree in which `from` imports `to`. */
const arrow = (from: string, to: string): Tree => ({ [from]: [to], [to]: [] })

/**
 * For each rule a small tree that violates it and, where a similar import is allowed, a tree that does not.
 */
export const violations: Record<string, { forbidden: Tree; allowed?: Tree }> = {
  'no-circular': {
    forbidden: {
      'packages/extract/src/a.ts': ['packages/extract/src/b.ts'],
      'packages/extract/src/b.ts': ['packages/extract/src/a.ts'],
    },
  },
  'shared-packages-are-pure': {
    forbidden: { 'packages/detector/src/index.ts': ['node:fs'] },
    allowed: {
      'packages/detector/src/index.test.ts': ['node:fs'],
      'packages/extract/src/index.ts': ['node:fs'],
    },
  },
  'detector-imports-no-other-workspace': {
    forbidden: arrow('packages/detector/src/index.ts', 'packages/contract/src/index.ts'),
  },
  'contract-imports-no-other-workspace': {
    forbidden: arrow('packages/contract/src/index.ts', 'packages/detector/src/index.ts'),
  },
  'extract-imports-no-other-workspace': {
    forbidden: arrow('packages/extract/src/index.ts', 'packages/contract/src/index.ts'),
  },
  'reading-imports-only-the-contract': {
    forbidden: arrow('packages/reading/src/index.ts', 'packages/detector/src/index.ts'),
    allowed: arrow('packages/reading/src/index.ts', 'packages/contract/src/index.ts'),
  },
  'writing-imports-no-other-workspace': {
    forbidden: arrow('packages/writing/src/index.ts', 'packages/contract/src/index.ts'),
  },
  'lab-is-never-imported': { forbidden: arrow('packages/cli/src/main.ts', 'packages/lab/src/index.ts') },
  'cli-is-never-imported': { forbidden: arrow('packages/lab/src/index.ts', 'packages/cli/src/index.ts') },
  'lab-and-cli-import-no-product-code': {
    forbidden: arrow('packages/cli/src/main.ts', 'packages/contract/src/index.ts'),
    allowed: {
      ...arrow('packages/cli/src/main.ts', 'packages/detector/src/index.ts'),
      ...arrow('packages/cli/src/verify/arrival.ts', 'packages/writing/src/arrival.ts'),
    },
  },
  'only-documents-read-and-score': {
    forbidden: arrow(`${server}/features/documents/actions.ts`, 'packages/extract/src/index.ts'),
    allowed: {
      ...arrow(`${server}/features/documents/scoring/detector-pool.ts`, 'packages/detector/src/index.ts'),
      ...arrow(`${web}/features/documents/paste.tsx`, 'packages/detector/src/text/words.ts'),
    },
  },
  'web-and-server-do-not-import-each-other': {
    forbidden: arrow(`${web}/main.tsx`, `${server}/api.ts`),
    allowed: arrow(`${web}/main.tsx`, 'packages/contract/src/index.ts'),
  },
  'reading-and-scoring-know-no-document': {
    forbidden: arrow(
      `${server}/features/documents/reading/reader.ts`,
      `${server}/features/documents/rules.ts`,
    ),
    allowed: arrow(
      `${server}/features/documents/steps/read.ts`,
      `${server}/features/documents/reading/reader.ts`,
    ),
  },
  'database-and-outside-import-no-upper-layer': {
    forbidden: arrow(`${server}/outside/queue/queue.ts`, `${server}/features/documents/rules.ts`),
    allowed: arrow(`${server}/features/documents/actions.ts`, `${server}/outside/queue/queue.ts`),
  },
  'http-imports-no-upper-layer': {
    forbidden: arrow(`${server}/http/bind.ts`, `${server}/features/documents/rules.ts`),
  },
  'features-import-no-http': {
    forbidden: arrow(`${server}/features/documents/actions.ts`, `${server}/http/bind.ts`),
    allowed: {
      ...arrow(`${server}/features/documents/routes.ts`, `${server}/http/bind.ts`),
      ...arrow(`${server}/features/mails/mails.ts`, `${server}/http/bind.ts`),
      ...arrow(`${server}/features/documents/actions.ts`, `${server}/http/caller.ts`),
    },
  },
  'features-import-only-http-bindings': {
    forbidden: arrow(`${server}/features/mails/mails.ts`, `${server}/http/server.ts`),
    allowed: arrow(`${server}/features/mails/mails.ts`, `${server}/http/receive.ts`),
  },
  'routes-import-no-lower-layer': {
    forbidden: arrow(`${server}/features/documents/routes.ts`, `${server}/features/documents/store.ts`),
    allowed: arrow(`${server}/features/documents/routes.ts`, `${server}/features/documents/actions.ts`),
  },
  'rules-are-pure': {
    forbidden: arrow(`${server}/features/documents/rules.ts`, `${server}/features/documents/store.ts`),
    allowed: arrow(`${server}/features/documents/rules.ts`, 'packages/contract/src/index.ts'),
  },
  'store-is-private': {
    forbidden: arrow(`${server}/features/analytics/actions.ts`, `${server}/features/documents/store.ts`),
    allowed: arrow(`${server}/features/documents/actions.ts`, `${server}/features/documents/store.ts`),
  },
  'features-import-lower-rows-only': {
    forbidden: {
      ...arrow(`${server}/features/teachers/teachers.ts`, `${server}/features/documents/rules.ts`),
      // A cycle of two features, though not of two files.
      ...arrow(`${server}/features/audit/audit.ts`, `${server}/features/teachers/accounts.ts`),
      // The same row.
      ...arrow(`${server}/features/students/students.ts`, `${server}/features/teachers/plan.ts`),
    },
    allowed: {
      ...arrow(`${server}/features/documents/change-document.ts`, `${server}/features/students/students.ts`),
      ...arrow(`${server}/features/students/upload-students.ts`, `${server}/events.ts`),
      ...arrow(`${server}/features/documents/routes.test.ts`, `${server}/features/operations/sweep-files.ts`),
    },
  },
  'every-feature-has-a-row': {
    forbidden: arrow(`${server}/features/quizzes/actions.ts`, `${server}/database/database.ts`),
  },
  'features-import-no-composition-root': {
    forbidden: arrow(`${server}/features/documents/actions.ts`, `${server}/listeners.ts`),
    allowed: arrow(`${server}/listeners.ts`, `${server}/features/documents/actions.ts`),
  },
  'tables-are-private': {
    forbidden: arrow(`${server}/features/webhooks/store.ts`, `${server}/features/documents/tables.ts`),
    allowed: {
      ...arrow(`${server}/features/documents/store.ts`, `${server}/features/documents/tables.ts`),
      ...arrow(`${server}/features/documents/lists/list-store.ts`, `${server}/features/students/tables.ts`),
    },
  },
  'only-stores-import-the-database': {
    forbidden: arrow(`${server}/features/documents/actions.ts`, `${server}/database/migrate.ts`),
    allowed: arrow(`${server}/features/documents/actions.ts`, `${server}/database/database.ts`),
  },
  'api-never-imports-the-document-job': {
    forbidden: arrow(
      `${server}/features/documents/actions.ts`,
      `${server}/features/documents/process-document.ts`,
    ),
    allowed: arrow(`${server}/worker.ts`, `${server}/features/documents/process-document.ts`),
  },
  'web-foundation-imports-no-upper-layer': {
    forbidden: arrow(`${web}/ui/table.tsx`, `${web}/features/documents/queries.ts`),
    allowed: arrow(`${web}/features/documents/queries.ts`, `${web}/lib/call.ts`),
  },
  'web-features-import-no-page': {
    forbidden: arrow(`${web}/features/documents/queries.ts`, `${web}/pages/documents.tsx`),
  },
  'web-pages-import-no-shell': { forbidden: arrow(`${web}/pages/documents.tsx`, `${web}/app/shell.tsx`) },
  'web-features-do-not-import-each-other': {
    forbidden: arrow(`${web}/features/report/view.tsx`, `${web}/features/documents/queries.ts`),
    allowed: arrow(`${web}/features/report/view.tsx`, `${web}/features/report/queries.ts`),
  },
}
