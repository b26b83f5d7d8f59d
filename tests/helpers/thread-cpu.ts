/**
 * Returns the milliseconds of processor time of `work` on this thread. Test files run as threads of one
 * process, so `process.cpuUsage()` would count the other threads as well.
 */
export function threadCpuMs(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}
