// npm run backup [FOLDER] [-- --files-only]: a backup of the data folder, made while the server runs or not.
import { parseArgs } from 'node:util'
import { makeBackup } from '#server/kernel/backup/make-backup.ts'
import { readConfig } from '#server/kernel/config.ts'
import { madeWords } from './lib/backup-words.ts'
import { readVersion } from './lib/read-version.ts'
import { runCommand } from './lib/run-command.ts'

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { 'files-only': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (positionals.length > 1) throw new Error('Name one folder: npm run backup FOLDER')
  const config = readConfig(process.env)
  const made = await makeBackup({
    config,
    into: positionals[0] ?? 'backups',
    isFilesOnly: values['files-only'],
    now: () => new Date(),
    version: readVersion(),
  })
  return madeWords(made, config)
})
