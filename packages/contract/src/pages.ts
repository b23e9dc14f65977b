/**
 * URL patterns of every screen of the web, in its router's syntax. Any other URL is answered with 404 and a
 * page that explains it.
 */
export const pagePatterns = [
  '/',
  '/admin',
  '/admin/audit',
  '/admin/backups',
  '/admin/baseline',
  '/admin/billing',
  '/admin/cases',
  '/admin/documents',
  '/admin/manage-classes',
  '/admin/messages',
  '/admin/operations',
  '/admin/students',
  '/admin/teacher-imports',
  '/analytics',
  '/bin',
  '/assess/:documentId',
  '/bulk-upload',
  '/cases',
  '/cases/:caseId',
  '/cases/:caseId/documents/:documentId',
  '/appeals/:appealId',
  '/appeals/:appealId/documents/:documentId',
  '/classes',
  '/classes/:classId/shared-passages',
  '/classes/:classId/shared-passages/:pairId',
  '/classes/:classId/sources',
  '/classes/:classId/students/:studentId',
  '/classes/view/:classId',
  '/comparison-requests',
  '/comparison-requests/:requestId',
  '/contact-us',
  '/cookie-preferences',
  '/dashboard',
  '/documents',
  '/documents/:documentId/conversation',
  '/documents/:documentId/report',
  '/documents/:documentId/shared-passages/:pairId',
  '/documents/:documentId/sources/:matchId',
  '/documents/:documentId/text-view',
  '/erased/:erasureId',
  '/examples/:example',
  '/examples/writing',
  '/integrations',
  '/integrations/api-keys',
  '/integrations/lti',
  '/integrations/webhooks',
  '/lti/launch',
  '/lti/refused',
  '/payment/canceled',
  '/payment/success',
  '/profile',
  '/quickstart',
  '/schools',
  '/signed-in',
  '/students',
  '/students/view/:studentId',
  '/subscriptions',
  '/support',
  '/teachers',
  '/uploads/:batchId/shared-passages',
  '/uploads/:batchId/shared-passages/:pairId',
  '/writing/submissions/:submissionId',
  '/welcome',
  '/writing',
  '/writing/new',
  '/writing/:taskId',
  '/writing/:taskId/change',
] as const

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')
const patterns = pagePatterns.map(segmentsOf)

/** Whether a screen has this path. Like the router it ignores case and a trailing slash. */
export function isPage(pathname: string): boolean {
  const asked = segmentsOf(pathname)
  return patterns.some(
    (pattern) =>
      pattern.length === asked.length &&
      pattern.every((segment, nth) => segment.startsWith(':') || segment === asked[nth]?.toLowerCase()),
  )
}
