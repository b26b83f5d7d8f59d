// npm run import-sealed: imports a device's sealed export on the server.
import { readFile } from 'node:fs/promises'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import type { ImportedItem } from '#server/kernel/sync/delivery/import-sealed.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { importedWords, readSealedFile } from './lib/imported-words.ts'
import { reachDatabase } from './lib/reach-database.ts'
import { runCommand } from './lib/run-command.ts'

const { positionals } = readCommandLine({
  usage: `npm run import-sealed FILE

Takes in a file that a device has exported ("Export" in its Sync centre), whether the server runs or not. Work of a device that was
taken out of use, or of somebody who was dismissed, is accepted, because a person with this shell decided so; what was altered is
named and left out. Run it with the server's own settings.`,
  words: { min: 1, max: 1, missing: 'Name one file: npm run import-sealed FILE.' },
})
const [path = ''] = positionals

await runCommand(async () => {
  const file = readSealedFile(await readText(path))
  const config = readConfig(process.env)
  const reached = await reachDatabase(config)
  try {
    const imported = await importInto(reached.url)
    if (imported.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1
    return importedWords(imported)
  } finally {
    await reached.leave()
  }

  async function importInto(url: string): Promise<ImportedItem[]> {
    // All calls of the server: loaded only if there is something to import, not for the help text.
    const { buildCalls } = await import('#server/app.ts')
    const { importSealed } = await import('#server/kernel/sync/delivery/import-sealed.ts')
    const database = await openDatabase({ url, poolMax: 2 })
    try {
      const app = await buildCalls({ config, database, logger: { level: 'error', stream: process.stderr } })
      try {
        return await importSealed(app.kernel, file, app.log)
      } finally {
        await app.close()
      }
    } finally {
      await database.close()
    }
  }
})

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(`${path} cannot be read.`, { cause: error })
  }
}
