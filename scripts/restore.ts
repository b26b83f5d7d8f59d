// npm run restore FOLDER [-- --keys FOLDER] [-- --files-only]: puts a backup in place of the data folder's contents.
import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/kernel/backup/restore-backup.ts'
import { readConfig } from '#server/kernel/config.ts'
import { restoredWords } from './lib/backup-words.ts'
import { runCommand } from './lib/run-command.ts'

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { keys: { type: 'string' }, 'files-only': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [backup, ...more] = positionals
  if (backup === undefined || more.length > 0)
    throw new Error("Name one backup's folder: npm run restore backups/readroom-2026-11-21-181500")
  const config = readConfig(process.env)
  const done = await restoreBackup({
    config,
    backup,
    keys: values.keys,
    isFilesOnly: values['files-only'],
    now: new Date(),
  })
  return restoredWords(done, config)
})
