/**
 * npm and npx run a program in a shell that ends on SIGTERM without passing it on. A changed parent process
 * shows that it has ended, and this process then ends in order. Does nothing for a program that npm did not
 * start as one of these scripts.
 */
export function endWithShell(scripts) {
  if (!scripts.includes(process.env.npm_lifecycle_event ?? '')) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
