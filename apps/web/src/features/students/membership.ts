import { Problem, routes } from '@penmark/contract'
import { call } from '../../lib/call/call.ts'

/** Takes a student out of a class. Who is not in it, or no longer there, is out of it. */
export async function leaveClass(classId: string, studentId: string): Promise<void> {
  try {
    await call(routes.removeClassStudent, { id: classId, student_id: studentId }, { keepalive: true })
  } catch (thrown) {
    if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
  }
}
