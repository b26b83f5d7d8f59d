import { sql } from 'kysely'
import type { PrintedPaper, printedPaperCalls } from '#contract/calls/printed-papers.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { PrintedKind } from '#domain/money/papers/printed-papers.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { seesAllSales } from '../sales/public/visit-list.ts'
import { demandPaperAccess, managesPayout, readsStudiesOfSales } from './public/paper-access.ts'

/**
 * Selects the papers whose every figure the reader could see today: needs all their branches, their invoices, and the
 * right to other people's sales if they contain them. Uses the current rights, also for the person who printed it
 * (docs/decisions/241). A reader's statement does not depend on branches: those who manage pay-outs and that reader
 * see it, whoever printed it.
 */
function papersOf({ tx, caller }: Pick<Context, 'tx' | 'caller'>, kind: PrintedKind) {
  const { userId, branchIds, salesReport, salesInvoice } = caller
  const papers = tx
    .selectFrom('printed_paper as p')
    .where('p.client_id', '=', caller.clientId)
    .where('p.kind', '=', kind)
  if (kind === 'payout')
    return papers.$if(!managesPayout(caller), (query) => query.where('p.doctor_id', '=', userId))
  return papers
    .$if(!caller.isClientAdmin, (query) =>
      query.where(sql<boolean>`p.branch_ids <@ ${[...branchIds]}::uuid[]`),
    )
    .$if(salesInvoice !== 'All', (query) => query.where('p.invoices', '=', salesInvoice))
    .$if(salesReport === 'Self_Created_Only', (query) =>
      query.where('p.is_self_created', '=', true).where('p.printed_by', '=', userId),
    )
    .$if(kind === 'visits' && !seesAllSales(caller), (query) => query.where('p.has_sums', '=', false))
    .$if(kind === 'leakage' && !readsStudiesOfSales(caller), (query) =>
      query.where('p.has_studies', '=', false),
    )
    .$if(!caller.mainModules.has('special_mgmt_discount'), (query) => query.where('p.has_hidden', '=', false))
}

export const printedPaperHandlers: HandlersFor<typeof printedPaperCalls> = {
  list: async ({ kind, p, ps }, ctx) => {
    demandPaperAccess(kind, ctx.caller)
    const rows = await papersOf(ctx, kind)
      .leftJoin('branch as b', (on) =>
        on.onRef('b.client_id', '=', 'p.client_id').onRef('b.id', '=', 'p.branch_id'),
      )
      .leftJoin('app_user as u', (on) =>
        on.onRef('u.client_id', '=', 'p.client_id').onRef('u.id', '=', 'p.printed_by'),
      )
      .select(['p.id', 'p.name', 'b.name as branch', 'p.from_day', 'p.to_day', 'p.feed_pos', 'p.as_at'])
      .select(['p.row_count', 'p.row_hash', 'u.name as printer', 'p.printed_by', 'p.printed_on'])
      .orderBy('p.printed_on', 'desc')
      .orderBy('p.id', 'desc')
      .limit(ps)
      .offset((p - 1) * ps)
      .execute()
    const { n } = await papersOf(ctx, kind)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
    const data = rows.map(
      (row): PrintedPaper => ({
        id: row.id,
        name: row.name,
        branch: row.branch,
        from_date: row.from_day,
        to_date: row.to_day,
        as_at: { pos: row.feed_pos, at: row.as_at.toISOString() },
        rows: row.row_count,
        hash: row.row_hash.toString('hex'),
        printed_by: row.printer ?? '',
        printed_on: row.printed_on.toISOString(),
        is_own: row.printed_by === ctx.caller.userId ? 1 : 0,
      }),
    )
    const page = {
      start: (p - 1) * ps,
      total: data.length,
      total_records: Math.min(n, COUNT_CAP),
      cur_page: p,
    }
    return { result: { data, page } }
  },
}

/** Returns name and SHA-256 of the bytes of a paper. Throws `not_found` if the reader's rights do not cover it. */
export async function findPrintedPaper(
  ctx: Pick<Context, 'tx' | 'caller'>,
  kind: PrintedKind,
  id: string,
): Promise<{ name: string; sha256: Buffer }> {
  const paper = await papersOf(ctx, kind)
    .where('p.id', '=', id)
    .select(['p.name', 'p.sha256'])
    .executeTakeFirst()
  if (!paper) throw new Refusal('not_found')
  return paper
}
