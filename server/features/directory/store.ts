import { type SqlBool, sql } from 'kysely'
import type { BranchItem, DoctorItem, StudyTagItem, TemplateItem } from '#contract/calls/directory.ts'
import type { DocumentTagItem, ShortcutItem } from '#contract/calls/study-parts.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { TemplateSex } from '#domain/report/template-fit.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

/** Only these records of a master; undefined means all active ones. Inactive records are never offered. */
type Ids = readonly string[] | undefined

const inUse = (ids: Ids) =>
  ids
    ? sql<SqlBool>`active and hidden is null and id = any(${[...ids]})`
    : sql<SqlBool>`active and hidden is null`

/** Returns the caller's branches: all of the client for its administrator, otherwise those of branch_ids. */
export async function selectBranches(tx: Tx, caller: Caller, ids?: Ids): Promise<BranchItem[]> {
  let query = tx
    .selectFrom('branch')
    .select(['id', 'rev', 'name', 'time_zone', 'open_time', 'close_time', 'contact_no', 'header_file_id'])
    .select([
      'footer_file_id',
      'invoice_print_margin_top',
      'invoice_print_margin_bottom',
      'upi_id',
      'patient_language',
    ])
    .select(['tax_no', 'company_no', 'pndt_applies', 'pndt_registration_no', 'pndt_doctors'])
    .where('client_id', '=', caller.clientId)
    .where(inUse(ids))
  if (!caller.isClientAdmin)
    query = query.where('id', '=', sql<string>`any(${[...caller.branchIds]}::uuid[])`)
  const rows = await query.orderBy('name').execute()
  return rows.map((row) => ({
    ...row,
    // A check constraint limits it to the languages of the contract.
    patient_language: row.patient_language as BranchItem['patient_language'],
    pndt_applies: row.pndt_applies ? 1 : 0,
  }))
}

export async function selectDoctors(tx: Tx, caller: Caller, ids?: Ids): Promise<DoctorItem[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'rev', 'name', 'can_sign'])
    .where('client_id', '=', caller.clientId)
    .where('is_doctor', '=', true)
    .where(inUse(ids))
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, can_sign: row.can_sign ? 1 : 0 }))
}

export async function selectTags(tx: Tx, caller: Caller, ids?: Ids): Promise<StudyTagItem[]> {
  const rows = await tx
    .selectFrom('study_tag')
    .select(['id', 'rev', 'name', 'color', 'type'])
    .where('client_id', '=', caller.clientId)
    .where(inUse(ids))
    .orderBy('type', 'desc')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as StudyTagItem['type'] }))
}

/** Returns active templates of active categories: shared ones and the caller's own. */
export async function selectTemplates(tx: Tx, caller: Caller, ids?: Ids): Promise<TemplateItem[]> {
  const rows = await ownTemplates(tx, caller, ids)
    .leftJoin('department as d', (join) =>
      join.onRef('d.id', '=', 'c.department_id').on('d.client_id', '=', PLATFORM_CLIENT_ID),
    )
    .select([
      't.id',
      't.rev',
      't.name',
      't.cat_id',
      'c.department_id',
      't.user_id',
      't.file_id',
      't.modality',
      't.sex',
      't.age_from',
      't.age_to',
    ])
    .select((eb) => eb.fn.coalesce('d.name', sql<string>`''`).as('department'))
    .select(['c.name as category', 't.report_data', 't.conclusion', 't.recommendation', 't.no_autosave'])
    .orderBy('department')
    .orderBy('category')
    .orderBy('t.name')
    .execute()
  // The column's check constraint allows only these values.
  return rows.map((row) => ({ ...row, sex: row.sex as TemplateSex, no_autosave: row.no_autosave ? 1 : 0 }))
}

const ownTemplates = (tx: Tx, { clientId, userId }: Caller, ids: Ids) =>
  tx
    .selectFrom('template as t')
    .innerJoin('template_category as c', (join) =>
      join.onRef('c.client_id', '=', 't.client_id').onRef('c.id', '=', 't.cat_id'),
    )
    .where('t.client_id', '=', clientId)
    .where((eb) => eb.or([eb('t.user_id', 'is', null), eb('t.user_id', '=', userId)]))
    .where(sql<SqlBool>`t.active and t.hidden is null and c.active and c.hidden is null`)
    .$if(ids !== undefined, (query) => query.where('t.id', '=', sql<string>`any(${[...(ids ?? [])]})`))

/** Returns shared shortcuts and the caller's own. */
export function selectShortcuts(tx: Tx, caller: Caller, ids?: Ids): Promise<ShortcutItem[]> {
  return ownShortcuts(tx, caller, ids)
    .select(['id', 'rev', 'user_id', 'name', 'description'])
    .orderBy('name')
    .execute()
}

const ownShortcuts = (tx: Tx, { clientId, userId }: Caller, ids: Ids) =>
  tx
    .selectFrom('shortcut')
    .where('client_id', '=', clientId)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', userId)]))
    .where(inUse(ids))

export function selectDocumentTags(tx: Tx, { clientId }: Caller, ids?: Ids): Promise<DocumentTagItem[]> {
  return tx
    .selectFrom('document_tag')
    .select(['id', 'rev', 'name'])
    .where('client_id', 'in', [clientId, PLATFORM_CLIENT_ID])
    .where(inUse(ids))
    .orderBy('name')
    .execute()
}

/** Id and revision of a master record, without its body. */
export interface MasterRevision {
  id: string
  rev: number
}

/**
 * Returns the same records as selectBranches, without the bodies; the functions below do the same for other masters.
 */
export function selectBranchRevisions(tx: Tx, caller: Caller): Promise<MasterRevision[]> {
  const { clientId, isClientAdmin, branchIds } = caller
  let query = tx
    .selectFrom('branch')
    .select(['id', 'rev'])
    .where('client_id', '=', clientId)
    .where(inUse(undefined))
  if (!isClientAdmin) query = query.where('id', '=', sql<string>`any(${[...branchIds]}::uuid[])`)
  return query.execute()
}

export function selectDoctorRevisions(tx: Tx, { clientId }: Caller): Promise<MasterRevision[]> {
  const query = tx.selectFrom('app_user').select(['id', 'rev']).where('client_id', '=', clientId)
  return query.where('is_doctor', '=', true).where(inUse(undefined)).execute()
}

export function selectTagRevisions(tx: Tx, { clientId }: Caller): Promise<MasterRevision[]> {
  const query = tx.selectFrom('study_tag').select(['id', 'rev']).where('client_id', '=', clientId)
  return query.where(inUse(undefined)).execute()
}

export function selectTemplateRevisions(tx: Tx, caller: Caller): Promise<MasterRevision[]> {
  return ownTemplates(tx, caller, undefined).select(['t.id', 't.rev']).execute()
}

export function selectShortcutRevisions(tx: Tx, caller: Caller): Promise<MasterRevision[]> {
  return ownShortcuts(tx, caller, undefined).select(['id', 'rev']).execute()
}

export function selectDocumentTagRevisions(tx: Tx, { clientId }: Caller): Promise<MasterRevision[]> {
  const query = tx
    .selectFrom('document_tag')
    .select(['id', 'rev'])
    .where('client_id', 'in', [clientId, PLATFORM_CLIENT_ID])
  return query.where(inUse(undefined)).execute()
}
