import { IconChartBar, IconCreditCard, IconFileText, IconLayoutDashboard, IconPlugConnected, IconSchool, IconUsers } from '@tabler/icons-react'

/** The sidebar, top to bottom. Only pages that exist have an entry. */
export const entries = [
  { path: '/dashboard', words: 'nav.dashboard', Icon: IconLayoutDashboard },
  { path: '/documents', words: 'nav.documents', Icon: IconFileText },
  { path: '/classes', words: 'nav.classes', Icon: IconSchool },
  { path: '/students', words: 'nav.students', Icon: IconUsers },
  { path: '/analytics', words: 'nav.analytics', Icon: IconChartBar },
  { path: '/integrations', words: 'nav.integrations', Icon: IconPlugConnected },
  { path: '/subscriptions', words: 'nav.subscriptions', Icon: IconCreditCard },
] as const

/** An entry is lit when the path equals it or starts with it. */
export function isCurrent(entry: string, pathname: string): boolean {
  return pathname === entry || pathname.startsWith(`${entry}/`)
}
