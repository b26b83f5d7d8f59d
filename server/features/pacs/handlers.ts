import type { pacsCalls } from '#contract/calls/pacs.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { pacs as master } from '#contract/masters/pacs.ts'
import { isAeTitle } from '#domain/study/dicom/ae-title.ts'
import { openImageServer } from '#server/integrations/pacs/open-image-server.ts'
import { longestSilence, tryImageServer } from '#server/integrations/pacs/try-image-server.ts'
import type { Context } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import type { LiveContext, LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { waitOut } from '#server/kernel/way-out/wait-out.ts'
import { demandRead, demandWrite } from '#server/masters/rights.ts'
import { addressToTest } from './address-to-test.ts'
import { askedOutside } from './public/asked-outside.ts'
import { openPacs } from './public/open-pacs.ts'
import { findPacs, type PacsRow, selectPacs } from './public/store.ts'

/** Checked before the input is parsed. */
export const PACS_DEMANDS: DemandsFor<typeof pacsCalls> = {
  getAetSources: (caller) => demandRead(master, caller),
  getAetSourcesNames: (caller) => demandRead(master, caller),
  testConnection: (caller) => demandWrite(master, caller),
}

/**
 * Returns the handlers that query image servers while an administrator waits. No transaction is open during the
 * queries.
 */
export const createPacsHandlers = (deps: OutsideDeps): LiveHandlersFor<typeof pacsCalls> => ({
  getAetSources: async ({ pacs_id }, live) => {
    const { row, known } = await live.tenant(async (ctx) => {
      demandRead(master, ctx.caller)
      return { row: await getPacs(ctx, pacs_id), known: await selectKnownAets(ctx, [pacs_id]) }
    })
    const told = await askedOutside(
      openPacs(deps.secrets, row).then((opened) =>
        openImageServer(opened, deps.wayOut(live.caller.clientId)).findSourceAets(live.signal),
      ),
    )
    return { result: tidy([...known, ...told]) }
  },
  getAetSourcesNames: async (_, live) => {
    const { rows, known } = await live.tenant(async (ctx) => {
      demandRead(master, ctx.caller)
      const found = await selectActive(ctx)
      return {
        rows: found,
        known: await selectKnownAets(
          ctx,
          found.map(({ id }) => id),
        ),
      }
    })
    return { result: tidy([...known, ...(await askAll(deps, rows, live))]) }
  },
  testConnection: async (input, live) => {
    const { address, words: refusal } = await addressToTest(deps, input, live)
    if (refusal !== undefined) return { result: { ok: 0, words: refusal, ms: 0 } }
    const began = performance.now()
    const { ok, words, isSilent } = await tryImageServer(
      address,
      deps.wayOut(live.caller.clientId),
      live.signal,
    )
    if (isSilent) await waitOut(began, longestSilence(address), live.signal)
    return { result: { ok: ok ? 1 : 0, words, ms: Math.round(performance.now() - began) } }
  },
})

/** Sorts and deduplicates; drops values that are not AE titles. */
const tidy = (aets: readonly string[]): string[] =>
  [...new Set(aets.map((aet) => aet.trim()).filter(isAeTitle))].sort((a, b) => (a < b ? -1 : 1))

/** If one server fails, returns the names of the others. */
async function askAll(deps: OutsideDeps, rows: readonly PacsRow[], live: LiveContext): Promise<string[]> {
  const out = deps.wayOut(live.caller.clientId)
  const asked = rows.map(async (row) =>
    openImageServer(await openPacs(deps.secrets, row), out).findSourceAets(live.signal),
  )
  const answers = await Promise.allSettled(asked)
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

async function getPacs(ctx: Context, id: string): Promise<PacsRow> {
  const row = await findPacs(ctx, id)
  if (!row) throw new Refusal('not_found')
  return row
}

const selectActive = (ctx: Context): Promise<PacsRow[]> =>
  selectPacs(ctx).where('active', '=', true).orderBy('name').limit(50).execute()

/**
 * Selects the senders of studies that have arrived from these servers; the servers may no longer hold those studies.
 */
async function selectKnownAets({ tx, caller }: Context, pacsIds: readonly string[]): Promise<string[]> {
  if (pacsIds.length === 0) return []
  const rows = await tx
    .selectFrom('study')
    .select('src_aet')
    .distinct()
    .where('client_id', '=', caller.clientId)
    .where('pacs_id', 'in', [...pacsIds])
    .where('src_aet', '<>', '')
    .limit(500)
    .execute()
  return rows.map(({ src_aet }) => src_aet)
}
