import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Pacs } from '#server/kernel/database/schema.ts'
import { CLIENT } from '../ai/ai-fixture.ts'
import { askAdmin } from '../look-inside.ts'
import type { DemoServer } from '../open-demo.ts'

/** Adds an image server to the demo's first centre; it is not polled, so that nothing arrives by itself. */
export async function putPacs(
  server: DemoServer,
  changes: Partial<Insertable<Pacs>> & { db_port: number },
): Promise<string> {
  const id = randomUUID()
  const row = {
    client_id: CLIENT,
    id,
    name: `Server ${id}`,
    type: 'Premium',
    db_host: '127.0.0.1',
    active: false,
  }
  await server.db.database.tenant(CLIENT, (tx) =>
    tx
      .insertInto('pacs')
      .values({ ...row, db_name: 'dicom-web', ...changes })
      .execute(),
  )
  return id
}

/** Sets switches of the client. */
export async function setClient(
  server: DemoServer,
  settings: { study_download?: boolean; auto_open_viewer_newtab?: boolean },
): Promise<void> {
  const { study_download = false, auto_open_viewer_newtab = false } = settings
  await askAdmin(
    server,
    `insert into client_setting (client_id, study_download, auto_open_viewer_newtab) values ($1, $2, $3)
     on conflict (client_id) do update set study_download = $2, auto_open_viewer_newtab = $3`,
    [CLIENT, study_download, auto_open_viewer_newtab],
  )
}
