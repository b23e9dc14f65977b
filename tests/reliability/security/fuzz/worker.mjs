// Node 20 does not run TypeScript in a thread, so register a loader first.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
