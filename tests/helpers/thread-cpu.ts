/**
 * Milliseconds of processor time that `work` takes on this thread. Test files run side by side as threads of one
 * process, so `process.cpuUsage()` would count what the others use.
 */
export function threadCpuMs(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}
