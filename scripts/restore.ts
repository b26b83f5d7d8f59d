// npm run restore: puts a backup in place of the data folder's contents, or reports what came back since.
import { restoreBackup } from '#server/kernel/backup/restore-backup.ts'
import { readConfig } from '#server/kernel/config.ts'
import { restoredWords } from './lib/backup-words.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { readReports } from './lib/read-restore-reports.ts'
import { reportWords } from './lib/restore-report-words.ts'
import { runCommand } from './lib/run-command.ts'

const { values, positionals } = readCommandLine({
  usage: `npm run restore FOLDER [-- --keys FOLDER] [--files-only]
npm run restore -- --report

Checks every byte of a backup, starts the copy once, puts it in place of the data folder and keeps what was there beside it. It
refuses while a server runs. Run it with the server's own settings.

  --keys FOLDER        where the backup's keys are, if they were kept in another place
  --files-only         leaves the database out
  --report             prints what came back since a restore, what is known to be missing, and which numbers stand on two
                       papers, beside a running server or not`,
  options: {
    keys: { type: 'string' },
    'files-only': { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
  words: { min: 0, max: 1 },
  check: ({ report }, { length }) => {
    if (report) return length > 0 ? 'A report names no folder: npm run restore -- --report.' : undefined
    return length === 1
      ? undefined
      : "Name one backup's folder: npm run restore backups/readroom-2026-11-21-181500."
  },
})

await runCommand(async () => {
  const config = readConfig(process.env)
  if (values.report) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    return reportWords(await readReports(config, new Date()), zone)
  }
  const done = await restoreBackup({
    config,
    backup: positionals[0] ?? '',
    keys: values.keys,
    isFilesOnly: values['files-only'],
    now: new Date(),
  })
  return restoredWords(done, config)
})
