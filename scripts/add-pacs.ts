// npm run add-pacs -- --client <name> --name <name> --url http(s)://host:port/dicom-web [--user u] [--password p]
//   [--type Basic|Premium] [--branch <name>] [--viewer <url>] [--poll-seconds 5] [--off]
// Adds an image server to a client, or changes the one of that name. A running server starts polling it by itself.
import { parseArgs } from 'node:util'
import { findClientByName, savePacs } from '#server/features/pacs/save-pacs.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { readPacsOptions } from './lib/pacs-options.ts'
import { reachDatabase } from './lib/reach-database.ts'

const { values } = parseArgs({
  options: {
    client: { type: 'string' },
    name: { type: 'string' },
    url: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
    type: { type: 'string' },
    branch: { type: 'string' },
    viewer: { type: 'string' },
    'poll-seconds': { type: 'string' },
    off: { type: 'boolean' },
  },
})

try {
  const options = readPacsOptions(values)
  const reached = await reachDatabase(readConfig(process.env))
  try {
    const clientId = await findClientByName(reached.url, options.client)
    const database = await openDatabase({ url: reached.url, poolMax: 1 })
    const done = await savePacs(database, clientId, options.pacs, options.branch).finally(() =>
      database.close(),
    )
    console.log(`${done === 'added' ? 'Added' : 'Changed'} ${options.pacs.name} of ${options.client}.`)
  } finally {
    await reached.leave()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
