/** Lets a loop sleep until a timeout or a wake-up call. A call while nothing sleeps cuts the next sleep short. */
export function createAlarm() {
  let rung = false
  let wakeUp: (() => void) | null = null
  return {
    ring(): void {
      rung = true
      wakeUp?.()
    },
    async wait(ms: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      wakeUp = null
    },
  }
}
