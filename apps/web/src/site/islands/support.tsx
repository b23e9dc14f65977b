import { SupportForm } from '../../features/support/support-form.tsx'
import type { Island } from './island.ts'

export const island: Island = { namespace: 'support', show: () => <SupportForm /> }
