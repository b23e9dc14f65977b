// Node 20 does not run TypeScript in a thread, so register a loader first.
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { startHostileTeacher } = await import('./hostile-teacher.ts')
const teacher = await startHostileTeacher(workerData.origin, workerData.authorization)
parentPort.once('message', () => void teacher.stop().then((stopped) => parentPort.postMessage(stopped)))
