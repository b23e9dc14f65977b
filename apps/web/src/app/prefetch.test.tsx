import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { reportWith } from '../features/documents/reports/report.fixture.ts'
import ClassViewPage from '../pages/classes/class-view.tsx'
import ClassesPage from '../pages/classes/classes.tsx'
import DashboardPage from '../pages/dashboard/dashboard.tsx'
import DocumentsPage from '../pages/documents/documents.tsx'
import ReportPage from '../pages/documents/report.tsx'
import { documentsApi, fakeApi } from '../testing/api.ts'
import { aClassGroup, aDocument, aStudent, aTeacher, stats } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.tsx'
import { prefetches } from './routes.tsx'

interface Screen {
  path: string
  at: string
  element: ReactNode
  calls: (typeof prefetches)['documents' | 'report' | 'classView' | 'dashboard' | 'classes']
  shown: string
  asks: string[]
}

const screens: Screen[] = [
  {
    path: '/dashboard',
    at: '/dashboard',
    element: <DashboardPage />,
    calls: prefetches.dashboard,
    shown: 'essay.docx',
    asks: ['/dashboard/recent', '/dashboard/stats', '/overview'],
  },
  {
    path: '/documents',
    at: '/documents',
    element: <DocumentsPage />,
    calls: prefetches.documents,
    shown: 'essay.docx',
    asks: ['/documents', '/documents/count'],
  },
  {
    path: '/documents/:documentId/report',
    at: '/documents/d1/report',
    element: <ReportPage />,
    calls: prefetches.report,
    shown: 'Details',
    asks: ['/documents/d1', '/results/document/d1'],
  },
  {
    path: '/classes',
    at: '/classes',
    element: <ClassesPage />,
    calls: prefetches.classes,
    shown: 'Year 9 English',
    asks: ['/class-groups'],
  },
  {
    path: '/classes/view/:classId',
    at: '/classes/view/c1',
    element: <ClassViewPage />,
    calls: prefetches.classView,
    shown: 'essay.docx',
    asks: ['/class-groups/c1', '/documents', '/students', '/overview'],
  },
]

test.each(screens)(
  '$path makes its first calls only once, even though they started before it loaded',
  async ({ path, at, element, calls, shown, asks }) => {
    const document = aDocument({ id: 'd1', original_filename: 'essay.docx', class_group_id: 'c1' })
    const classGroup = aClassGroup({ id: 'c1', class_name: 'Year 9 English' })
    const { asked } = fakeApi({
      ...documentsApi(() => [document]),
      'GET /dashboard/recent': () => [{ ...document, student: null }],
      'GET /dashboard/stats': () => stats,
      'GET /documents/d1': () => document,
      'GET /results/document/d1': () => reportWith({ document_id: 'd1' }),
      'GET /documents/d1/writing': () => null,
      'GET /overlap/documents/d1': () => [],
      'GET /overlap/documents/d1/earlier': () => ({
        state: 'never',
        compared_at: null,
        matches: [],
        documents: 0,
        left_out: { quotation: 0, assignment: 0, source: 0, common: 0 },
        sources: [],
      }),
      'GET /overlap/comparisons': () => [],
      'GET /results/document/d1/earlier-writing': () => ({
        outcome: 'no-student',
        known: 0,
        needed: 0,
        distance: null,
        threshold: 1,
        measures: [],
        measured: { n: 0, writers: 0, differing: 0, high: 0 },
        measured_machine: { n: 0, differing: 0 },
        history: [],
      }),
      'GET /results/document/d1/baseline': () => ({
        own: null,
        school: null,
        local_p_value: null,
        stated_p_value: null,
        finding: null,
      }),
      'GET /class-groups': () => [classGroup],
      'GET /class-groups/c1': () => classGroup,
      'GET /students': () => [aStudent()],
      'GET /teachers/me': () => aTeacher(),
    })
    const loader: Parameters<typeof openScreen>[0]['routes'][number]['loader'] = (args) => {
      void Promise.all(calls(args))
      return null
    }
    await openScreen({ routes: [{ path, element, loader }], at })
    expect((await screen.findAllByText(shown, { exact: false })).length).toBeGreaterThan(0)
    for (const address of asks)
      expect(asked('GET', address).filter(({ query }) => !query.has('before'))).toHaveLength(1)
  },
)
