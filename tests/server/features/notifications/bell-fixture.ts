import { askAdmin } from '../look-inside.ts'
import type { DemoServer } from '../open-demo.ts'

export interface StoredNotification {
  id: string
  rev: number
  username: string
  kind: string
  subject_type: string
  subject_id: string
  by_id: string | null
  times: number
  created: Date
  read_on: Date | null
}

/** Returns all notifications about a subject, by recipient. */
export async function toldOf(server: DemoServer, subjectId: string): Promise<StoredNotification[]> {
  return askAdmin<StoredNotification>(
    server,
    `select n.*, u.username from notification n
     join app_user u on u.client_id = n.client_id and u.id = n.user_id
     where n.subject_id = $1 order by u.username, n.created`,
    [subjectId],
  )
}

/** Returns the recipients of an unread notification of this kind about the subject. */
export async function whoIsTold(server: DemoServer, kind: string, subjectId: string): Promise<string[]> {
  const rows = await toldOf(server, subjectId)
  return rows.filter((row) => row.kind === kind && row.read_on === null).map(({ username }) => username)
}
