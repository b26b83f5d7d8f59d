import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LeftOut } from '#server/kernel/backup/begin-history.ts'
import type { MadeBackup } from '#server/kernel/backup/make-backup.ts'
import type { DoneRestore } from '#server/kernel/backup/restore-backup.ts'
import type { Config } from '#server/kernel/config.ts'

const MEGABYTE = 1_048_576

const KEYS_APART =
  'Its folder keys opens what the rest of it holds sealed: move it to another place than the rest, and name that place to restore (--keys).'

/** Returns the terminal's text after a backup. */
export function madeWords(
  { folder, manifest, unfinished }: MadeBackup,
  { s3, databaseUrl }: Pick<Config, 's3' | 'databaseUrl'>,
): string {
  const { parts } = manifest
  const files = Object.values(parts).flatMap((part) => part.files)
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE
  const names = Object.keys(parts).join(', ') || 'nothing: the data folder holds no files and no keys'
  const lines = [`${folder} holds ${names} (${files.length} files, ${megabytes.toFixed(1)} MB).`]
  if (parts.keys) lines.push(KEYS_APART)
  if (s3) lines.push(`The files lie in the bucket ${s3.bucket}: back it up by its own means.`)
  if (databaseUrl) lines.push(NEW_EPOCH)
  if (unfinished.length > 0)
    lines.push(`Cut short earlier, and of no use any more: ${unfinished.join(', ')}.`)
  return lines.join('\n')
}

const NEW_EPOCH =
  "After the outside database was restored by its own tools, run in it: set role readroom_owner; select entry.begin_history('2026-11-21 18:15+00'); with the moment of that backup. Devices then build their copies anew and send again what it lacks, and number series leave out what may have been given."

const keysWords = (dataDir: string): string =>
  existsSync(join(dataDir, 'keys'))
    ? 'Its keys were not beside it; the keys of the data folder are as they were.'
    : `Its keys were not beside it. Put them into ${join(dataDir, 'keys')} before the server starts: it would make new ones, and what devices have sealed for the old ones could not be opened.`

const KEYS_OUTCOMES = {
  placed: (file: string) => `The keys were put into ${file}, which READROOM_KEYS names.`,
  same: (file: string) => `${file}, which READROOM_KEYS names, holds the keys of the backup.`,
  other: (file: string) =>
    `READROOM_KEYS names ${file}, which holds other keys and was left as it is. The server refuses keys that are not its database's: put the restored keys/sealing.json there.`,
} as const

const gapWords = ({ client, branch, kind, first, last }: LeftOut): string =>
  `  ${[client, branch, kind].filter(Boolean).join(', ')}: from ${first} to ${last}`

/** Returns the terminal's text after a restore. */
export function restoredWords(
  { manifest, parts, aside, migration, leftOut, missingFiles, keysApart }: DoneRestore,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): string {
  const lines = [`${dataDir} holds ${parts.join(', ')} of the backup of ${manifest.made}.`]
  if (migration)
    lines.push(
      `The database was started once and is whole (newest migration: ${migration}). Devices build their copies anew at their next contact and send again what this state may lack.`,
      'Every number series leaves out 1,000 numbers, which may stand on papers from after the backup:',
      ...leftOut.map(gapWords),
      'Which devices came back, what they brought, what is known to be missing and which numbers stand on two papers: npm run restore -- --report, or the page Devices of a client administrator.',
    )
  if (databaseUrl) lines.push(NEW_EPOCH)
  if (manifest.parts.keys && !parts.includes('keys')) lines.push(keysWords(dataDir))
  if (keysApart) lines.push(KEYS_OUTCOMES[keysApart.outcome](keysApart.file))
  if (missingFiles > 0)
    lines.push(`${missingFiles} files that the database names are in neither the backup nor the data folder.`)
  if (aside) lines.push(`What was there before lies in ${aside}; delete it when you no longer need it.`)
  return lines.join('\n')
}
