import { OutsideDatabaseError } from '#server/kernel/backup/make-backup.ts'

/** Exit code where a backup is another tool's task; 1 is any other failure. */
const OTHER_TOOL = 2

/** Runs a command of package.json to its last words; a failure is one plain line and an exit code. */
export async function runCommand(run: () => Promise<string>): Promise<void> {
  try {
    console.log(await run())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof OutsideDatabaseError ? OTHER_TOOL : 1
  }
}
