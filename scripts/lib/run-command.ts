import { OutsideDatabaseError } from '#server/kernel/backup/make-backup.ts'

/** Exit code if a backup needs another tool; 1 is any other failure. */
const OTHER_TOOL = 2

/** Runs a command of package.json and prints its result; a failure is one readable line and an exit code. */
export async function runCommand(run: () => Promise<string>): Promise<void> {
  try {
    console.log(await run())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof OutsideDatabaseError ? OTHER_TOOL : 1
  }
}
