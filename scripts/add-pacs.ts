// npm run add-pacs: adds an image server to a client, or changes the one of that name.
import { readFileSync } from 'node:fs'
import { findClientByName, savePacs } from '#server/features/pacs/save-pacs.ts'
import { readConfig } from '#server/kernel/config.ts'
import type { DatabaseUrls } from '#server/kernel/database/logins.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { keysFileOf, openSealingKeys } from '#server/kernel/keys/sealing-keys.ts'
import { createSecrets, type Secrets } from '#server/kernel/keys/secrets.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { type PacsOptions, reachHint, readPacsOptions, withSecrets } from './lib/pacs-options.ts'
import { reachDatabase } from './lib/reach-database.ts'

const { values } = readCommandLine({
  usage: `npm run add-pacs -- --client NAME --name NAME --url http(s)://HOST:PORT/dicom-web

Adds a DICOMweb server (Orthanc, dcm4chee) to a client, or changes the one of that name. A running server asks it for news by
itself. Of one that is there already only what is named changes. Run it with the server's own settings (READROOM_DATA, DATABASE_URL, READROOM_MIGRATION_URL, READROOM_KEYS).

  --client NAME        the client's name
  --name NAME          how the image server is called
  --url URL            its DICOMweb address
  --user NAME          its user, where it asks for one
  --password WORD      that user's password, kept encrypted; it stays in the shell's history: better put it into
                       READROOM_PACS_PASSWORD
  --token-url URL      where it is signed in by OAuth2 client credentials: the address that gives tokens
  --client-id NAME     the client id there
  --client-secret WORD its secret, kept encrypted; better put it into READROOM_PACS_CLIENT_SECRET
  --scope WORDS        the scope that is asked for
  --token-by basic|post how id and secret travel there (basic)
  --client-certificate FILE  a PEM file with the certificate that is shown to it, and its chain
  --client-key FILE    a PEM file with that certificate's private key, without a passphrase; kept encrypted
  --server-ca FILE     a PEM file with your own certificate authority, trusted for this image server too
  --no-client-certificate  takes the stored client certificate and its key away
  --no-server-ca       removes the stored certificate authority
  --type Basic|Premium its kind (Basic)
  --branch NAME        the branch whose studies it holds, where it is one branch alone
  --viewer URL         the address of its viewer
  --poll-seconds N     how often it is asked for news (5)
  --off, --on          keeps it and asks it nothing; asks it again`,
  options: {
    client: { type: 'string' },
    name: { type: 'string' },
    url: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
    'token-url': { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    scope: { type: 'string' },
    'token-by': { type: 'string' },
    'client-certificate': { type: 'string' },
    'client-key': { type: 'string' },
    'server-ca': { type: 'string' },
    'no-client-certificate': { type: 'boolean' },
    'no-server-ca': { type: 'boolean' },
    type: { type: 'string' },
    branch: { type: 'string' },
    viewer: { type: 'string' },
    'poll-seconds': { type: 'string' },
    off: { type: 'boolean' },
    on: { type: 'boolean' },
  },
  check: (given) => {
    try {
      readPacsOptions(withTexts(given))
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  },
})

type Given = Readonly<Record<string, string | boolean | undefined>>

/** Returns the options with secrets from the environment, and with the texts of files instead of their names. */
function withTexts(given: Given): Given {
  const files = ['client-certificate', 'client-key', 'server-ca'].map((name) => [
    name,
    readFile(name, given[name]),
  ])
  return withSecrets({ ...given, ...Object.fromEntries(files) }, process.env)
}

function readFile(name: string, file: string | boolean | undefined): string | undefined {
  if (typeof file !== 'string') return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`--${name} leads to ${file}, which cannot be read.`, { cause: error })
  }
}

async function addPacs(
  { url, migrationUrl }: DatabaseUrls,
  secrets: Secrets,
  { client, pacs, branch }: PacsOptions,
): Promise<string> {
  const clientId = await findClientByName(migrationUrl, client)
  const database = await openDatabase({ url, poolMax: 1 })
  try {
    const done = await savePacs({ database, secrets }, clientId, pacs, branch)
    return `${done === 'added' ? 'Added' : 'Changed'} ${pacs.name} of ${client}.`
  } finally {
    await database.close()
  }
}

try {
  const options = readPacsOptions(withTexts(values))
  const config = readConfig(process.env)
  const secrets = createSecrets(await openSealingKeys(keysFileOf(config)))
  const reached = await reachDatabase(config)
  try {
    console.log(await addPacs(reached, secrets, options))
    const hint = reachHint(options.pacs, config.loopbackPorts)
    if (hint !== undefined) console.log(hint)
  } finally {
    await reached.leave()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
