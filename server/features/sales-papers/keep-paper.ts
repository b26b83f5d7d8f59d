import { v7 as mintId } from 'uuid'
import type { PrintedKind } from '#domain/money/papers/printed-papers.ts'
import { sha256 } from '#server/kernel/files/keep-file.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { LiveContext } from '#server/kernel/http/serve-live-calls.ts'
import { type Figures, scopeOf } from '../sales/public/figures.ts'
import { seesAllSales } from '../sales/public/visit-list.ts'
import type { RowsHash } from './row-hash.ts'

/** A rendered paper. */
export interface SetPaper extends RowsHash {
  kind: PrintedKind
  name: string
  /** True if the paper contains studies that belong to no sale. */
  hasStudies?: boolean
  /** The reader of the statement. */
  doctorId?: string
  /** Scope, moment and reader of its figures. */
  figures: Pick<Figures, 'scope' | 'asAt' | 'caller' | 'seesHidden'>
}

/**
 * Stores a paper as printed: first its bytes, durably, then its row, so that a row never refers to missing bytes
 * (docs/decisions/241).
 */
export async function keepPaper(
  kernel: Kernel,
  live: LiveContext,
  { kind, name, rows, hash, figures, hasStudies = false, doctorId }: SetPaper,
  pdf: Uint8Array,
): Promise<void> {
  const bytes = Buffer.from(pdf)
  const key = sha256(bytes)
  await kernel.files.put(key, bytes)
  const { scope, asAt, caller, seesHidden } = figures
  const branchIds = scope.zones.flatMap((zone) => zone.branchIds)
  const rights = scopeOf(caller)
  await live.tenant(async ({ tx, now }) =>
    tx
      .insertInto('printed_paper')
      .values({
        client_id: caller.clientId,
        id: mintId(),
        kind,
        name,
        branch_ids: branchIds,
        branch_id: branchIds.length === 1 ? (branchIds[0] ?? null) : null,
        from_day: scope.fromDay,
        to_day: scope.toDay,
        feed_pos: asAt.pos,
        as_at: new Date(asAt.at),
        row_count: rows,
        row_hash: Buffer.from(hash, 'hex'),
        is_self_created: rights.self_created === 1,
        invoices: rights.invoices,
        has_hidden: seesHidden,
        has_sums: kind === 'visits' && seesAllSales(caller),
        has_studies: hasStudies,
        doctor_id: doctorId ?? null,
        sha256: key,
        printed_by: caller.userId,
        printed_on: now,
      })
      .execute(),
  )
}
