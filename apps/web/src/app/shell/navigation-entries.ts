import {
  IconChartBar,
  IconCreditCard,
  IconFileText,
  IconLayoutDashboard,
  IconMessages,
  IconPlugConnected,
  IconSchool,
  IconShield,
  IconUsers,
} from '@tabler/icons-react'

/** The sidebar, top to bottom. Only pages that exist have an entry. */
const entries = [
  { path: '/dashboard', words: 'nav.dashboard', Icon: IconLayoutDashboard },
  { path: '/documents', words: 'nav.documents', Icon: IconFileText },
  { path: '/classes', words: 'nav.classes', Icon: IconSchool },
  { path: '/students', words: 'nav.students', Icon: IconUsers },
  { path: '/cases', words: 'nav.cases', Icon: IconMessages },
  { path: '/analytics', words: 'nav.analytics', Icon: IconChartBar },
  { path: '/integrations', words: 'nav.integrations', Icon: IconPlugConnected },
  { path: '/admin', words: 'nav.admin', Icon: IconShield, administrators: true },
  { path: '/subscriptions', words: 'nav.subscriptions', Icon: IconCreditCard },
] as const

/** The sidebar entries a person may see. */
export function entriesFor(isAdministrator: boolean) {
  return entries.filter((entry) => isAdministrator || !('administrators' in entry))
}

/** An entry is current when the path equals it or starts with it. */
export function isCurrent(entry: string, pathname: string): boolean {
  return pathname === entry || pathname.startsWith(`${entry}/`)
}
