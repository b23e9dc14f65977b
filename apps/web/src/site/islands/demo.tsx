import { DemoCard } from '../../features/demo/demo-card.tsx'
import { startAddress } from '../../features/public-site/frame/site-frame.tsx'
import type { Island } from './island.ts'

export const island: Island = { namespace: 'demo', show: () => <DemoCard signUpHref={startAddress} /> }
