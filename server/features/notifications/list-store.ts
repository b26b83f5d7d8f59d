import { type Expression, type SqlBool, sql } from 'kysely'
import type { notificationCalls } from '#contract/calls/notifications.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { NotificationKind, NotificationSubject } from '#domain/notification/kinds.ts'
import { plainWords } from '#domain/notification/plain-words.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { seesPatients } from '#server/kernel/scopes.ts'
import { ownNotifications } from './store.ts'

type Input = ParsedInputOf<typeof notificationCalls.lists>
type Item = OutputOf<typeof notificationCalls.lists>['result']['data'][number]

type Visible = (caller: Caller) => (eb: never) => Expression<SqlBool>

/** Which subjects of notifications a person may open now; each folder that keeps them has its own rule. */
export interface VisibleSubjects {
  visibleStudies: Visible
  visibleBookings: Visible
}

/** Selects one page of the caller's notifications as texts, newest first, and their count (at most COUNT_CAP). */
export async function selectNotificationPage(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  { p, ps, kind }: Input,
  { visibleStudies, visibleBookings }: VisibleSubjects,
): Promise<{ rows: Item[]; matching: number }> {
  const own = kind ? ownNotifications(tx, caller).where('n.kind', '=', kind) : ownNotifications(tx, caller)
  const some = own.select(sql`1`.as('one')).limit(COUNT_CAP)
  const { n } = await tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  // Shows a patient's name only if the caller may open the subject now.
  const rows = await own
    .leftJoin('app_user as by', (on) =>
      on.onRef('by.client_id', '=', 'n.client_id').onRef('by.id', '=', 'n.by_id'),
    )
    .leftJoin('study as s', (on) =>
      on
        .onRef('s.client_id', '=', 'n.client_id')
        .onRef('s.id', '=', 'n.subject_id')
        .on('n.subject_type', '=', 'study')
        .on('s.hidden', 'is', null)
        .on((eb) => visibleStudies(caller)(eb as never)),
    )
    .leftJoin('booking_request as r', (on) =>
      on
        .onRef('r.client_id', '=', 'n.client_id')
        .onRef('r.id', '=', 'n.subject_id')
        .on('n.subject_type', '=', 'booking_request')
        .on('r.hidden', 'is', null)
        .on((eb) => visibleBookings(caller)(eb as never)),
    )
    .leftJoin('patient as p', (on) =>
      on
        .onRef('p.client_id', '=', 'n.client_id')
        .onRef('p.id', '=', 'n.subject_id')
        .on('n.subject_type', '=', 'patient')
        .on(sql<boolean>`${seesPatients(caller)}::boolean`),
    )
    .select([
      'n.id',
      'n.kind',
      'n.subject_type',
      'n.subject_id',
      'n.created',
      'n.read_on',
      'by.name as noti_by',
    ])
    .select([
      sql<string>`coalesce(s.pat_id, r.pat_id, p.pat_id, '')`.as('pat_id'),
      sql<string>`coalesce(s.pat_name, trim(r.pat_first_name || ' ' || r.pat_last_name),
        trim(p.fname || ' ' || p.lname), '')`.as('pat_name'),
    ])
    .orderBy('n.created', 'desc')
    .orderBy('n.id', 'desc')
    .limit(ps)
    .offset((p - 1) * ps)
    .execute()
  return {
    matching: n,
    rows: rows.map((row) => ({
      id: row.id,
      msg: plainWords(row.kind as NotificationKind),
      created: row.created.toISOString(),
      isread: row.read_on === null ? 0 : 1,
      noti_by: row.noti_by ?? '',
      pat_id: row.pat_id,
      pat_name: row.pat_name,
      kind: row.kind as NotificationKind,
      subject_type: row.subject_type as NotificationSubject,
      subject_id: row.subject_id,
    })),
  }
}
