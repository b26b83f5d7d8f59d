// npm run restore FOLDER [-- --keys FOLDER] [-- --files-only]: puts a backup in place of the data folder's contents.
// npm run restore -- --report: what came back since, what is known to be missing, and which numbers stand on two papers.
import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/kernel/backup/restore-backup.ts'
import { readConfig } from '#server/kernel/config.ts'
import { restoredWords } from './lib/backup-words.ts'
import { readReports } from './lib/read-restore-reports.ts'
import { reportWords } from './lib/restore-report-words.ts'
import { runCommand } from './lib/run-command.ts'

const HELP = `npm run restore FOLDER                        puts a backup in place of what is in the data folder
npm run restore FOLDER -- --keys FOLDER       with its keys from another place
npm run restore FOLDER -- --files-only        without its database
npm run restore -- --report                   prints what came back since a restore, beside a running server or not`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      keys: { type: 'string' },
      'files-only': { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) return HELP
  const config = readConfig(process.env)
  if (values.report) {
    if (positionals.length > 0) throw new Error('A report names no folder: npm run restore -- --report')
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    return reportWords(await readReports(config, new Date()), zone)
  }
  const [backup, ...more] = positionals
  if (backup === undefined || more.length > 0)
    throw new Error("Name one backup's folder: npm run restore backups/readroom-2026-11-21-181500")
  const done = await restoreBackup({
    config,
    backup,
    keys: values.keys,
    isFilesOnly: values['files-only'],
    now: new Date(),
  })
  return restoredWords(done, config)
})
