// Node 20 reads no TypeScript in a thread, so this one learns it first.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
