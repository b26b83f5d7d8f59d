import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { unlessGone } from './copy-file.ts'

/** A path relative to the part's folder that cannot lead out of it. */
const Path = z.string().check(z.regex(/^(?!\/)(?!(.*\/)?\.\.?(\/|$))[^\\:\0]+$/))

const Part = z.strictObject({
  folders: z.array(Path),
  files: z.array(
    z.strictObject({ path: Path, bytes: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  ),
})
export type Part = z.output<typeof Part>

const Manifest = z.strictObject({
  format: z.literal('readroom-backup'),
  version: z.literal(1),
  /** Everything acknowledged before this moment is in the backup. */
  made: z.iso.datetime(),
  /** Version of the program that made it. */
  readroom: z.string(),
  /** PostgreSQL's version; absent if the database is not included. */
  postgres: z.optional(z.string()),
  parts: z.strictObject({
    database: z.optional(Part),
    files: z.optional(Part),
    keys: z.optional(Part),
  }),
})

/** Contents of a backup. Written last, so a folder without it is not a backup. */
export type Manifest = z.output<typeof Manifest>

const NAME = 'manifest.json'
/** The manifest's own checksum, stored beside it in the format that `sha256sum -c` reads. */
const SUM_NAME = 'manifest.sha256'

/** Suffix of an incomplete backup; restore refuses it. */
export const UNFINISHED = '.unfinished'

const sumLine = (text: string | Buffer) => `${createHash('sha256').update(text).digest('hex')}  ${NAME}\n`

/** Writes the manifest and its checksum durably. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest, null, 1)
  await writeFile(join(folder, SUM_NAME), sumLine(text), { mode: 0o600, flush: true })
  await writeFile(join(folder, NAME), text, { mode: 0o600, flush: true })
}

/** Returns the manifest of a complete backup; throws a readable error if the folder is not one or was altered. */
export async function readManifest(folder: string): Promise<Manifest> {
  if (folder.replace(/[/\\]+$/, '').endsWith(UNFINISHED))
    throw new Error(`${folder} is a backup that was cut short. It cannot be restored.`)
  const text = await unlessGone(readFile(join(folder, NAME)))
  const sum = await unlessGone(readFile(join(folder, SUM_NAME), 'utf8'))
  if (text === undefined || sum === undefined)
    throw new Error(`${folder} is no complete backup: it has no ${text ? SUM_NAME : NAME}.`)
  if (sum !== sumLine(text)) throw new Error(`${folder} was altered: its ${NAME} does not match ${SUM_NAME}.`)
  const parsed = Manifest.safeParse(JSON.parse(text.toString()))
  if (!parsed.success) throw new Error(`${folder} was made by another version of Readroom, or by none.`)
  return parsed.data
}
