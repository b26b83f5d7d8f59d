import type { Selectable } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { CriticalLink } from '#server/kernel/database/schema.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import { lockCritical, type StoredCritical } from './public/store.ts'

/** The study and record behind a referrer's link. */
export interface OpenedLink {
  link: Selectable<CriticalLink>
  study: LockedStudy
  critical: StoredCritical
  centre: string
  contact_no: string
  sent_by: string
  tag: string
  /** Time zone of the branch. */
  zone: string
}

/** Returns the link with its study and record without locking; undefined if one of them no longer exists. */
export const findOpenedLink = (tx: Tx, key: LinkKey) => openLink(tx, key, false)

/** Does the same, locked in the order of every change. */
export const lockOpenedLink = (tx: Tx, key: LinkKey) => openLink(tx, key, true)

interface LinkKey {
  client_id: string
  link_id: string
}

async function openLink(
  tx: Tx,
  { client_id: clientId, link_id }: LinkKey,
  isLocked: boolean,
): Promise<OpenedLink | undefined> {
  const known = await tx
    .selectFrom('critical_link as l')
    .innerJoin('critical_result as c', (on) =>
      on.onRef('c.client_id', '=', 'l.client_id').onRef('c.id', '=', 'l.critical_id'),
    )
    .innerJoin('client as k', 'k.id', 'l.client_id')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'l.client_id').onRef('u.id', '=', 'l.created_by'),
    )
    .leftJoin('study_tag as t', (on) =>
      on.onRef('t.client_id', '=', 'c.client_id').onRef('t.id', '=', 'c.tag_id'),
    )
    .select(['c.id as critical_id', 'c.study_id', 'k.name as centre', 'u.name as sent_by', 't.name as tag'])
    .where('l.client_id', '=', clientId)
    .where('l.id', '=', link_id)
    .where('k.active', '=', true)
    .executeTakeFirst()
  if (!known) return undefined
  const study = await tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', known.study_id)
    .where('hidden', 'is', null)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  const critical = study && (await findCritical(tx, clientId, known.critical_id, isLocked))
  const link = critical && (await findLink(tx, clientId, link_id, isLocked))
  if (!link) return undefined
  const branch = await findBranch(tx, clientId, study.branch_id)
  return {
    link,
    study: study as LockedStudy,
    critical,
    centre: known.centre,
    contact_no: branch?.contact_no ?? '',
    sent_by: known.sent_by ?? '',
    tag: known.tag ?? '',
    zone: branch?.time_zone ?? 'UTC',
  }
}

const findCritical = (tx: Tx, clientId: string, id: string, isLocked: boolean) =>
  isLocked
    ? lockCritical(tx, clientId, id)
    : tx
        .selectFrom('critical_result')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .executeTakeFirst()

const findLink = (tx: Tx, clientId: string, id: string, isLocked: boolean) =>
  tx
    .selectFrom('critical_link')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()

const findBranch = (tx: Tx, clientId: string, id: string | null) =>
  tx
    .selectFrom('branch')
    .select(['contact_no', 'time_zone'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
