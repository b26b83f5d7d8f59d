import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { StudyRecord } from './columns.ts'

/** How the image server of a study opens its images. */
export interface PacsName {
  type: string
  viewerUrl: string
  localViewerUrl: string
  opensByToken: boolean
}

/** Lookups of the names that the ids of some studies refer to. */
export interface StudyNames {
  branch: (id: string | null) => { name: string; timeZone: string } | undefined
  pacs: (id: string | null) => PacsName | undefined
  tag: (id: string | null) => { name: string; color: string } | undefined
  user: (id: string | null) => string
  /** Returns true if the company marked this AI result as critical. */
  isAiCritical: (id: string) => boolean
  /** Returns true if the service of a visit is an ultrasound of a pregnancy. */
  isObstetric: (visitServiceId: string | null) => boolean
}

interface NameRow {
  kind: 'branch' | 'pacs' | 'tag' | 'user' | 'ai' | 'obstetric'
  id: string
  name: string
  more: string
  /** Only set for image servers. */
  local: string
  opens: string
}

/**
 * Selects the names for some studies in one statement. Seven joins would give the same result, but planning them
 * takes PostgreSQL ten times as long as running them.
 */
export async function selectNames(tx: Tx, studies: readonly StudyRecord[]): Promise<StudyNames> {
  const clients = idsOf(studies.map((study) => study.client_id))
  const branches = idsOf(studies.map((study) => study.branch_id))
  const pacs = idsOf(studies.map((study) => study.pacs_id))
  const tags = idsOf(studies.flatMap((study) => [study.tag_id, study.tag_critical_id]))
  const users = idsOf(
    studies.flatMap((study) => [study.assigned_doctor_id, study.signed_by_doctor_id, study.verified_by_id]),
  )
  const results = idsOf(studies.map((study) => study.ai_report_id))
  const services = idsOf(studies.map((study) => study.visit_service_id))
  const { rows } = await sql<NameRow>`
    select 'branch' as kind, id, name, time_zone as more, '' as local, '' as opens from branch
      where client_id = any(${clients}::uuid[]) and id = any(${branches}::uuid[])
    union all select 'pacs', id, type, viewer_url, local_viewer_url, viewer_open_type from pacs
      where client_id = any(${clients}::uuid[]) and id = any(${pacs}::uuid[])
    union all select 'tag', id, name, color, '', '' from study_tag
      where client_id = any(${clients}::uuid[]) and id = any(${tags}::uuid[])
    union all select 'user', id, name, '', '', '' from app_user
      where client_id = any(${clients}::uuid[]) and id = any(${users}::uuid[])
    union all select 'ai', id, '', '', '', '' from ai_report
      where client_id = any(${clients}::uuid[]) and id = any(${results}::uuid[]) and critical
    union all select 'obstetric', vs.id, '', '', '', '' from visit_service vs
      join service sv on sv.client_id = vs.client_id and sv.id = vs.service_id and sv.is_obstetric
      where vs.client_id = any(${clients}::uuid[]) and vs.id = any(${services}::uuid[])`.execute(tx)
  return toNames(rows)
}

function toNames(rows: readonly NameRow[]): StudyNames {
  const byKey = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  const find = (kind: NameRow['kind'], id: string | null) => (id ? byKey.get(`${kind} ${id}`) : undefined)
  return {
    branch: (id) => {
      const row = find('branch', id)
      return row && { name: row.name, timeZone: row.more }
    },
    pacs: (id) => {
      const row = find('pacs', id)
      return (
        row && {
          type: row.name,
          viewerUrl: row.more,
          localViewerUrl: row.local,
          opensByToken: row.opens === 'Token',
        }
      )
    },
    tag: (id) => {
      const row = find('tag', id)
      return row && { name: row.name, color: row.more }
    },
    user: (id) => find('user', id)?.name ?? '',
    isAiCritical: (id) => find('ai', id) !== undefined,
    isObstetric: (id) => find('obstetric', id) !== undefined,
  }
}

function idsOf(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))]
}
