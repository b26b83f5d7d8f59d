/**
 * Drops log lines that nobody can read: a terminal or log collector may end before the process. Otherwise the failed
 * write is an uncaught error, which is logged, which fails again.
 */
export function outliveLogReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
