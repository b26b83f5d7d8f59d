/**
 * Drops lines that nobody can read: a terminal or a log collector may end before the process. Without it the failed write
 * is an error that nobody caught, which is logged, which fails again.
 */
export function outliveLogReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
