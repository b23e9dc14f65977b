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
  'wording-imports-only-the-contract': {
    forbidden: arrow('packages/wording/src/index.ts', 'packages/detector/src/index.ts'),
    allowed: arrow('packages/wording/src/index.ts', 'packages/contract/src/index.ts'),
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
    forbidden: arrow(`${server}/features/documents/lists/counts.ts`, 'packages/extract/src/index.ts'),
    allowed: {
      ...arrow(
        `${server}/features/documents/pipeline/scoring/detector-pool.ts`,
        'packages/detector/src/index.ts',
      ),
      ...arrow(`${web}/features/documents/paste.tsx`, 'packages/detector/src/text/words.ts'),
    },
  },
  'web-and-server-do-not-import-each-other': {
    forbidden: arrow(`${web}/main.tsx`, `${server}/api.ts`),
    allowed: arrow(`${web}/main.tsx`, 'packages/contract/src/index.ts'),
  },
  'reading-and-scoring-know-no-document': {
    forbidden: arrow(
      `${server}/features/documents/pipeline/reading/reader.ts`,
      `${server}/features/documents/rows/rules.ts`,
    ),
    allowed: arrow(
      `${server}/features/documents/pipeline/read.ts`,
      `${server}/features/documents/pipeline/reading/reader.ts`,
    ),
  },
  'layers-import-lower-ones-only': {
    forbidden: {
      ...arrow(`${server}/services/queue/queue.ts`, `${server}/features/documents/index.ts`),
      ...arrow(`${server}/http/bind.ts`, `${server}/pdf/printer.ts`),
      ...arrow(`${server}/lib/html.ts`, `${server}/locale/locale.ts`),
    },
    allowed: {
      ...arrow(`${server}/features/documents/rows/actions.ts`, `${server}/services/queue/queue.ts`),
      ...arrow(`${server}/http/bind.ts`, `${server}/services/storage/storage.ts`),
    },
  },
  'main-is-never-imported': {
    forbidden: arrow(`${server}/features/documents/rows/actions.ts`, `${server}/main/listeners.ts`),
    allowed: arrow(`${server}/main/listeners.ts`, `${server}/features/documents/index.ts`),
  },
  'features-import-only-http-bindings': {
    forbidden: arrow(`${server}/features/operations/mails/mails.ts`, `${server}/http/server.ts`),
    allowed: {
      ...arrow(`${server}/features/documents/routes.ts`, `${server}/http/bind.ts`),
      ...arrow(`${server}/features/documents/upload/actions.ts`, `${server}/http/multipart.ts`),
    },
  },
  'routes-import-no-lower-layer': {
    forbidden: arrow(`${server}/features/documents/routes.ts`, `${server}/features/documents/rows/store.ts`),
    allowed: arrow(`${server}/features/documents/routes.ts`, `${server}/features/documents/rows/actions.ts`),
  },
  'rules-are-pure': {
    forbidden: arrow(
      `${server}/features/documents/rows/rules.ts`,
      `${server}/features/documents/rows/store.ts`,
    ),
    allowed: {
      ...arrow(`${server}/features/documents/rows/rules.ts`, 'packages/contract/src/index.ts'),
      ...arrow(`${server}/features/documents/standing/rules.ts`, `${server}/lib/durations.ts`),
    },
  },
  'features-have-one-door': {
    forbidden: {
      ...arrow(`${server}/features/cases/actions.ts`, `${server}/features/documents/rows/actions.ts`),
      ...arrow(`${server}/main/app.ts`, `${server}/features/documents/routes.ts`),
    },
    allowed: {
      ...arrow(`${server}/features/cases/actions.ts`, `${server}/features/documents/index.ts`),
      ...arrow(`${server}/main/worker.ts`, `${server}/features/cases/index.ts`),
      ...arrow(`${server}/features/cases/record/store.ts`, `${server}/features/cases/record/tables.ts`),
    },
  },
  'doors-open-no-store': {
    forbidden: arrow(
      `${server}/features/documents/index.ts`,
      `${server}/features/documents/rows/list-store.ts`,
    ),
    allowed: arrow(`${server}/features/classes/index.ts`, `${server}/features/classes/students/tables.ts`),
  },
  'features-import-lower-rows-only': {
    forbidden: {
      ...arrow(`${server}/features/accounts/teachers.ts`, `${server}/features/documents/index.ts`),
      // The same row.
      ...arrow(`${server}/features/cases/actions.ts`, `${server}/features/similarity/index.ts`),
    },
    allowed: {
      ...arrow(`${server}/features/documents/rows/actions.ts`, `${server}/features/classes/index.ts`),
      ...arrow(`${server}/features/classes/students/actions.ts`, `${server}/services/events/events.ts`),
      ...arrow(
        `${server}/features/documents/routes.test.ts`,
        `${server}/features/operations/upkeep/sweep-files.ts`,
      ),
    },
  },
  'every-feature-has-a-row': {
    forbidden: arrow(`${server}/features/quizzes/actions.ts`, `${server}/services/database/database.ts`),
  },
  'only-stores-import-the-database': {
    forbidden: arrow(
      `${server}/features/documents/rows/actions.ts`,
      `${server}/services/database/migrate.ts`,
    ),
    allowed: arrow(`${server}/features/documents/rows/actions.ts`, `${server}/services/database/database.ts`),
  },
  'api-never-imports-the-document-job': {
    forbidden: arrow(
      `${server}/features/documents/changes/change-document.ts`,
      `${server}/features/documents/pipeline/process-document.ts`,
    ),
    allowed: arrow(
      `${server}/features/documents/index.ts`,
      `${server}/features/documents/pipeline/process-document.ts`,
    ),
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
