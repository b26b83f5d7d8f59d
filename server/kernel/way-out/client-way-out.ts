import type { Config } from '../config.ts'
import type { Database } from '../database/open-database.ts'
import type { CertificateWatch } from './certificate-watch.ts'
import { createWaysOut, type OwnAddress, type WayOut } from './way-out.ts'

export interface WaysOutOptions {
  config: Config
  database: Database
  /** Where this process listens now. */
  listening: () => readonly OwnAddress[]
  /** Stores the certificates that partners present. */
  certificates?: CertificateWatch
}

/** Creates the ways out of this server's clients, from its settings and the platform's switch for each client. */
export function openWaysOut({
  config,
  database,
  listening,
  certificates,
}: WaysOutOptions): (clientId: string) => WayOut {
  const configured = [
    { host: config.host, port: config.port },
    ...(config.worklist ? [config.worklist] : []),
    ...(config.mllp ? [config.mllp] : []),
    ...placeOfUrl(database.pool.options.connectionString),
    ...placeOfUrl(config.publicUrl).map((place) => ({ ...place, isNameOnly: true })),
  ]
  return createWaysOut({
    loopbackPorts: config.loopbackPorts,
    ownPlaces: () => [...configured, ...listening()],
    reachesPrivate: (clientId) => selectReachesPrivate(database, clientId),
    ...(certificates && { met: certificates.met }),
  })
}

const USUAL_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
}

function placeOfUrl(text: string | undefined): OwnAddress[] {
  if (text === undefined || !URL.canParse(text)) return []
  const { protocol, hostname, port } = new URL(text)
  return [{ host: hostname, port: Number(port) || (USUAL_PORTS[protocol] ?? 0) }]
}

const selectReachesPrivate = (database: Database, clientId: string): Promise<boolean> =>
  database.tenant(clientId, async (tx) => {
    const row = await tx
      .selectFrom('client')
      .select('reaches_private')
      .where('id', '=', clientId)
      .executeTakeFirst()
    return row?.reaches_private ?? false
  })
