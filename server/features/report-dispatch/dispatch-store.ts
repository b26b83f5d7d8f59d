import { type Selectable, sql } from 'kysely'
import type { DispatchRow } from '#contract/calls/integrations.ts'
import { zoneOfUnplaced } from '#domain/study/dicom/place-study.ts'
import type { OruStyle } from '#server/integrations/hl7/oru-message.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { ReportDispatch } from '#server/kernel/database/schema.ts'
import { type StoredSecret, secretContext } from '#server/kernel/keys/secrets.ts'
import { selectPlaceableBranches } from '../branches/public/placeable-branches.ts'

export type Dispatch = Selectable<ReportDispatch>

/**
 * Receivers of a study's reports: the branch's HL7 partner, the client's XML address, and its third-party reports.
 * Passwords and tokens are in stored form; the code that contacts the partner opens them.
 */
export interface Partners {
  hl7: {
    url: string
    user: string
    password: StoredSecret
    style: OruStyle
    authority: string
    withPdf: boolean
    /** The message type that reports the status of an order to its sender. */
    orderStatus: 'Off' | 'ORM' | 'OMG'
    /** `application|facility` whose orders this address reports to; empty for every sender. */
    sender: string
  }
  xml: { url: string; token: StoredSecret }
  /** A branch's setting overrides the client's (docs/studies.md). */
  thirdParty: { url: string; user: string; password: StoredSecret }
  facility: string
  /** The branch's zone; without a branch, the zone in which unassigned studies are read. */
  zone: string
}

export async function selectPartners(tx: Tx, clientId: string, branchId: string | null): Promise<Partners> {
  const [client, branch] = await Promise.all([
    tx
      .selectFrom('client_setting')
      .select(['report_xml_send_api_url', 'report_xml_send_api_token'])
      .select(['hl7_charset_out', 'hl7_authority', 'hl7_report_text'])
      .select(['thirdparty_report_url', 'thirdparty_report_usr', 'thirdparty_report_pwd'])
      .where('client_id', '=', clientId)
      .executeTakeFirst(),
    tx
      .selectFrom('branch')
      .select([
        'id',
        'name',
        'time_zone',
        'report_send_hl7_url',
        'report_send_hl7_usr',
        'report_send_hl7_pwd',
        'report_send_hl7_pdf',
        'report_send_hl7_status',
        'report_send_hl7_sender',
      ])
      .select(['thirdparty_report_url', 'thirdparty_report_usr', 'thirdparty_report_pwd'])
      .where('client_id', '=', clientId)
      .where('id', '=', branchId)
      .executeTakeFirst(),
  ])
  const third = branch?.thirdparty_report_url ? branch : client
  const ofClient = (column: string, stored = ''): StoredSecret => ({
    context: secretContext(clientId, 'client_setting', clientId, column),
    stored,
  })
  const ofBranch = (column: string, stored = ''): StoredSecret => ({
    context: secretContext(clientId, 'branch', branch?.id ?? '', column),
    stored,
  })
  return {
    hl7: {
      url: branch?.report_send_hl7_url ?? '',
      user: branch?.report_send_hl7_usr ?? '',
      password: ofBranch('report_send_hl7_pwd', branch?.report_send_hl7_pwd),
      style: {
        charset: (client?.hl7_charset_out ?? 'UNICODE UTF-8') as OruStyle['charset'],
        text: (client?.hl7_report_text ?? 'Sections') as OruStyle['text'],
      },
      authority: client?.hl7_authority ?? '',
      withPdf: branch?.report_send_hl7_pdf === 1,
      orderStatus: (branch?.report_send_hl7_status ?? 'Off') as Partners['hl7']['orderStatus'],
      sender: branch?.report_send_hl7_sender ?? '',
    },
    xml: {
      url: client?.report_xml_send_api_url ?? '',
      token: ofClient('report_xml_send_api_token', client?.report_xml_send_api_token),
    },
    thirdParty: {
      url: third?.thirdparty_report_url ?? '',
      user: third?.thirdparty_report_usr ?? '',
      password: (third === branch ? ofBranch : ofClient)(
        'thirdparty_report_pwd',
        third?.thirdparty_report_pwd,
      ),
    },
    facility: branch?.name ?? '',
    zone: branch?.time_zone ?? zoneOfUnplaced(await selectPlaceableBranches(tx, clientId)),
  }
}

/** Returns the dispatches of a study, newest first. */
export async function selectDispatches(tx: Tx, clientId: string, studyId: string): Promise<DispatchRow[]> {
  const rows = await tx
    .selectFrom('report_dispatch')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('study_id', '=', studyId)
    .orderBy('created', 'desc')
    .orderBy('kind')
    .execute()
  return rows.map(toDispatchRow)
}

function toDispatchRow(row: Dispatch): DispatchRow {
  return {
    id: row.id,
    report_no: row.report_no,
    kind: row.kind as DispatchRow['kind'],
    result_status: row.result_status as DispatchRow['result_status'],
    state: row.state as DispatchRow['state'],
    attempts: row.attempts,
    last_error: row.last_error,
    note: row.note,
    created: row.created.toISOString(),
    sent: row.sent?.toISOString() ?? null,
  }
}

/** Locks a dispatch to store its outcome; returns undefined if it does not exist. */
export function lockDispatch(tx: Tx, clientId: string, id: string): Promise<Dispatch | undefined> {
  return tx
    .selectFrom('report_dispatch')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Returns why a dispatch is no longer sent: a later state of the same report is sent through the same channel, or the
 * report was revised or extended and its current state is not verified (docs/reports.md: sent on Verified).
 */
export async function whyHeldBack(tx: Tx, dispatch: Dispatch): Promise<string | undefined> {
  if (await hasLater(tx, dispatch)) return 'A later revision of this report goes out instead.'
  const report = await tx
    .selectFrom('report')
    .select('rev')
    .where('client_id', '=', dispatch.client_id)
    .where('id', '=', dispatch.report_id)
    .executeTakeFirstOrThrow()
  if (report.rev === dispatch.report_rev) return undefined
  return 'The report was changed before this could be sent. It goes out once it is verified again.'
}

async function hasLater(tx: Tx, dispatch: Dispatch): Promise<boolean> {
  const later = await tx
    .selectFrom('report_dispatch')
    .select('id')
    .where('client_id', '=', dispatch.client_id)
    .where('report_id', '=', dispatch.report_id)
    .where('kind', '=', dispatch.kind)
    .where('report_rev', '>', dispatch.report_rev)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Stores the outcome of a try. */
export async function settleDispatch(
  tx: Tx,
  { client_id, id }: Dispatch,
  outcome: { state: 'Sent' | 'Failed'; ack: string; last_error: string; note: string; sent: Date | null },
): Promise<void> {
  await tx
    .updateTable('report_dispatch')
    .set({ ...outcome, attempts: sql`attempts + 1` })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .execute()
}
