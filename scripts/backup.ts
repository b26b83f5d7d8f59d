// npm run backup: makes a backup of the data folder, whether or not the server runs.
import { makeBackup } from '#server/kernel/backup/make-backup.ts'
import { readConfig } from '#server/kernel/config.ts'
import { madeWords } from './lib/backup-words.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { readVersion } from './lib/read-version.ts'
import { runCommand } from './lib/run-command.ts'

const { values, positionals } = readCommandLine({
  usage: `npm run backup [FOLDER] [-- --files-only]

Copies database, files and keys into a dated folder in FOLDER (./backups), while the server runs or not. Run it with the server's
own settings. An outside database is saved by its own tools: the command then ends with 2 and says so.

  --files-only         leaves the database out`,
  options: { 'files-only': { type: 'boolean', default: false } },
  words: { min: 0, max: 1 },
})

await runCommand(async () => {
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
