import { fileURLToPath } from 'node:url'

/** The icons the web draws in place of the library's index, for the build and for the tests. */
export const alias = [{ find: /^@tabler\/icons-react$/, replacement: fileURLToPath(new URL('src/ui/icons/icons.ts', import.meta.url)) }]
