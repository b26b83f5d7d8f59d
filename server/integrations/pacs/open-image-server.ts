import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { openDcm4cheeIndex } from './dcm4chee-index.ts'
import { openDicomWeb } from './dicomweb.ts'
import type { ImageServer, ImageServerSettings } from './image-server.ts'

/** What of an image server's settings says how it is reached (docs/masters.md#image-servers-and-branches). */
export interface PacsAddress {
  type: string
  use_tls: boolean
  db_host: string
  db_port: number
  db_name: string
  db_user: string
  db_password: string
}

/** The kinds of image server: the first two speak DICOMweb, of the third the index is read (docs/studies.md). */
export const PACS_TYPES = ['Basic', 'Premium', 'Lite_Postgres'] as const

/** The adapter of an image server, by its kind; it is reached by the way out of the client that it belongs to. */
export function openImageServer(pacs: PacsAddress, out: WayOut): ImageServer {
  return pacs.type === 'Lite_Postgres'
    ? openDcm4cheeIndex({ ...indexOf(pacs), out })
    : openDicomWeb(webSettingsOf(pacs, out))
}

/** The DICOMweb root of a server of kinds Basic and Premium. */
export function webSettingsOf(pacs: PacsAddress, out: WayOut): ImageServerSettings {
  const path = pacs.db_name.replace(/^\/+|\/+$/g, '')
  return {
    url: `${pacs.use_tls ? 'https' : 'http'}://${hostInUrl(pacs.db_host)}:${pacs.db_port}/${path}`,
    user: pacs.db_user,
    password: pacs.db_password,
    out,
  }
}

// An address of IPv6 stands in brackets before a port.
const hostInUrl = (host: string) => (/^[\da-f:.]*:[\da-f:.]*$/i.test(host) ? `[${host}]` : host)

/** True where the server is more than an index. */
export const hasImages = ({ type }: Pick<PacsAddress, 'type'>): boolean => type !== 'Lite_Postgres'

function indexOf({ db_host, db_port, db_name, db_user, db_password, use_tls }: PacsAddress) {
  return {
    host: db_host,
    port: db_port,
    database: db_name,
    user: db_user,
    password: db_password,
    useTls: use_tls,
  }
}
