import { sql } from 'kysely'
import type { MachineTitle, machineViewCalls } from '#contract/calls/machine-view.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { ReadQuery } from '#server/integrations/modality-worklist/dicom/read-set.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import type { Context } from '#server/kernel/context.ts'
import { rawContext } from '#server/kernel/exchanges/write-exchanges.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { LiveContext, LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import {
  findHeard,
  findLastQuestion,
  questionOf,
  readAsked,
} from '../modality-worklist/public/find-question.ts'
import { findProfile } from '../modality-worklist/public/machine-profiles.ts'
import { viewOfMachine } from '../modality-worklist/public/machine-view.ts'
import { demandContent, demandDesk } from './rights.ts'

export const MACHINE_VIEW_DEMANDS: DemandsFor<typeof machineViewCalls> = {
  machineTitles: demandDesk,
  machineView: demandContent,
}

/** Handlers that show the worklist a machine would receive now. */
export const createMachineViewHandlers = (kernel: Kernel): LiveHandlersFor<typeof machineViewCalls> => ({
  machineTitles: (_input, live) => live.tenant(async (ctx) => ({ result: await selectTitles(ctx) })),
  machineView: (input, live) => viewMachine(kernel, live, input),
})

async function selectTitles({ tx, caller: { clientId } }: Context): Promise<MachineTitle[]> {
  const { rows } = await sql<Omit<MachineTitle, 'last_seen'> & { last_seen: Date | null }>`
    select t.aet, coalesce(m.machines, '{}') as machines, p.last_seen
    from (select aet from machine where client_id = ${clientId} and aet <> ''
      union select aet from machine_profile where client_id = ${clientId}) t
    left join (select k.aet, array_agg(k.name || ', ' || b.name order by k.name, b.name) as machines
      from machine k join branch b on b.client_id = k.client_id and b.id = k.branch_id
      where k.client_id = ${clientId} and k.active and k.hidden is null group by k.aet) m on m.aet = t.aet
    left join machine_profile p on p.client_id = ${clientId} and p.aet = t.aet
    order by t.aet limit 1000`.execute(tx)
  return rows.map((row) => ({ ...row, last_seen: row.last_seen?.toISOString() ?? null }))
}

async function viewMachine(
  kernel: Kernel,
  live: LiveContext,
  input: ParsedInputOf<typeof machineViewCalls.machineView>,
): Promise<OutputOf<typeof machineViewCalls.machineView>> {
  const { clientId } = live.caller
  const aet = input.aet.trim()
  const number = (input.number ?? '').trim()
  const { heard, profile, last } = await live.tenant(async (ctx) => {
    // Written before anything is read, so that every read is in the audit trail.
    await ctx.audit('read', 'machine_worklist', undefined, { aet, looks_for_number: number !== '' })
    return {
      heard: await findHeard(ctx.tx, clientId, aet),
      profile: await findProfile(ctx.tx, clientId, aet),
      last: input.as_asked === 1 ? await findLastQuestion(ctx.tx, clientId, aet) : undefined,
    }
  })
  if (input.as_asked === 1 && !last)
    throw new Refusal('refused', 'The log has no query of this machine. Compose one instead.')
  const query = last
    ? readAsked(await kernel.secrets.open(rawContext(clientId, last.id), last.raw))
    : questionOf({ ...input, aet }, heard)
  // A test server answers machines without a separate process.
  const isStopped = kernel.worklist.state === 'stopped'
  const state = kernel.config.worklist === undefined ? 'off' : isStopped ? 'stopped' : 'running'
  const view = await live.tenant(({ tx, now }) =>
    viewOfMachine(tx, { clientId, calling: aet, query, profile, number, now, state }),
  )
  return {
    result: {
      ...view,
      question: valuesAsked(query),
      asked: last?.at.toISOString() ?? null,
      is_unheard: heard ? 0 : 1,
    },
  }
}

/** Returns the attributes that a query matches by a value. */
function valuesAsked({ set }: ReadQuery): { keyword: string; value: string }[] {
  const valuesOf = (one: DicomSet): [string, unknown][] =>
    Object.entries(one).flatMap(([keyword, value]): [string, unknown][] =>
      Array.isArray(value) ? value.flatMap((inner) => valuesOf(inner as DicomSet)) : [[keyword, value]],
    )
  return valuesOf(set).flatMap(([keyword, value]) =>
    typeof value === 'string' && value.trim() !== '' && keyword !== 'SpecificCharacterSet'
      ? [{ keyword, value }]
      : [],
  )
}
