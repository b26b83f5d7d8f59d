import { MASTERS } from '#contract/masters/masters.ts'
import { SYNCED_RECORDS, type SyncType } from '#contract/records/records.ts'

/** Tables of synced records that their declarations do not name. */
const MORE: Partial<Record<SyncType, string>> = {
  branch: 'branch',
  tag: 'study_tag',
  template: 'template',
  shortcut: 'shortcut',
  patient: 'patient',
  study: 'study',
  report: 'report',
  visit: 'visit',
  booking_request: 'booking_request',
  // The declaration names a view of it.
  visit_document: 'visit_document',
  notification: 'notification',
}

/**
 * Types without a table in which every row is such a record: a doctor and a person are some of the users, which the
 * master's copy covers; a document tag belongs to the platform, whose changes a job announces to each client.
 */
export const UNWATCHED: readonly SyncType[] = ['doctor', 'person', 'document_tag']

/** Rows that are in no scope, so that no device holds them. */
const IN_NO_SCOPE: Readonly<Record<string, string>> = {
  // A draft that another system sent and no doctor has written or taken.
  report: "new.status in ('Draft', 'ReadyForSign') and new.updated_by is null",
  // Patients and administrators of the platform are no records of a centre's people.
  app_user: "new.user_type <> 'CLIENT'",
}

const RECORDS = SYNCED_RECORDS.flatMap((record) => {
  const table = MORE[record.type] ?? ('stored' in record ? record.stored.table : undefined)
  return table === undefined ? [] : [[table, record.type] as const]
})

/** Returns the watched tables, each with the type that announces its rows: its own, otherwise as a master's copy. */
export const announcedTables = (): (readonly [table: string, type: SyncType])[] => [
  ...RECORDS,
  // The id of a role is a number; its copy has another.
  ...MASTERS.filter(({ key, owner, scope }) => owner === 'client' && scope !== 'none' && key !== 'role')
    .map(({ table }) => [table, 'master'] as const)
    .filter(([table]) => RECORDS.every(([known]) => known !== table)),
]

/**
 * Makes a test database refuse a transaction that raises the revision of a synced record and does not announce it in
 * the feed: without the feed no device learns of the change. Only transactions that write the audit trail or the feed
 * are judged, so a test may insert what it needs.
 */
export const demandAnnouncements = (): string => `
create schema announced;
grant usage on schema announced to public;

create function announced.note() returns trigger language plpgsql as $$
begin
  perform set_config('announced.is_judged', 'on', true);
  return null;
end $$;
create trigger is_judged after insert on audit_trail for each statement execute function announced.note();
create trigger is_judged after insert on change_feed for each statement execute function announced.note();

create function announced.demand() returns trigger language plpgsql as $$
begin
  if current_setting('announced.is_judged', true) = 'on' and not exists (
    select from change_feed where client_id = new.client_id and type = tg_argv[0] and id = new.id and rev >= new.rev)
  then
    raise exception 'The transaction writes % % (revision %) and does not announce it as %.',
      tg_table_name, new.id, new.rev, tg_argv[0];
  end if;
  return null;
end $$;
${announcedTables()
  .map(
    ([table, type]) => `
create constraint trigger is_announced after insert on ${table} deferrable initially deferred
  for each row when (not (${IN_NO_SCOPE[table] ?? 'false'})) execute function announced.demand('${type}');
create constraint trigger is_announced_again after update on ${table} deferrable initially deferred
  for each row when (old.rev is distinct from new.rev and not (${IN_NO_SCOPE[table] ?? 'false'})) execute function announced.demand('${type}');`,
  )
  .join('')}
`
