import { sql } from 'kysely'
import type { branch } from '#contract/masters/branch.ts'
import type { ChargeBasis } from '#domain/branch/charge-bases.ts'
import { DEFAULT_MARGIN_PX, marginsInMm } from '#domain/branch/paper-margins.ts'
import { isUpiId } from '#domain/money/upi.ts'
import { isAeTitle } from '#domain/study/dicom/ae-title.ts'
import { isZone } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'
import type { MasterHooks, SavedInput, StoredRow } from '#server/masters/hooks.ts'
import { demandRoomForBranch } from '../licences/licence-limits.ts'
import { settleFormFReport } from '../notifications/public/events.ts'
import { aetsOf, demandTitles } from './sender-titles.ts'
import { usesOfBranch } from './uses.ts'

/** What Form F does after the save of a branch (docs/form-f.md). */
export interface FormFOfBranch {
  /** Makes its parts consent forms of the client. */
  layFormF: (ctx: Context) => Promise<void>
  /** Keeps who leaves the registration. */
  keepLeftDoctors: (ctx: Context, id: string, doctors: { before: string; after: string }) => Promise<void>
}

/**
 * Hooks for branches: AE titles, image server and time zone, initial values of a new branch, and the licensed number
 * of branches.
 */
export const createBranchHooks = ({
  layFormF,
  keepLeftDoctors,
}: FormFOfBranch): MasterHooks<typeof branch> => ({
  prepare: async (input, before, ctx) => {
    if (!before) await demandRoomForBranch(ctx)
    const titles = input.aet_sources === undefined ? undefined : aetsOf(input.aet_sources)
    const broken = {
      ...(titles?.some((title) => !isAeTitle(title)) && { aet_sources: 'holds what is no AE title' }),
      ...(input.upi_id && !isUpiId(input.upi_id) && { upi_id: 'is not a UPI ID' }),
      ...(input.time_zone && !isZone(input.time_zone) && { time_zone: 'is not a time zone' }),
      ...(lacksRegistration(input, before) && { pndt_registration_no: 'is required where Form F applies' }),
    }
    if (Object.keys(broken).length > 0) throw invalid(broken)
    if (titles) {
      const held = (before?.aet_sources ?? []) as string[]
      await demandTitles({ id: input.id, titles, held, isConfirmed: input.is_confirmed === 1 }, ctx)
    }
    return {
      ...(titles && { aet_sources: titles }),
      // Monthly reports are required from this date on.
      ...(input.pndt_applies === 1 && before?.pndt_applies !== true && { pndt_since: ctx.now }),
      ...zoneOf(input.time_zone, before, ctx),
      ...(before ? undefined : BEGINNING),
    }
  },
  // Pickers sync branches as a separate type.
  afterSave: async (id, input, before, ctx) => {
    if (input.pndt_applies === 1) await layFormF(ctx)
    if (before && (input.pndt_applies === 0 || input.status === 0)) await endReports(before, ctx)
    if (typeof before?.pndt_doctors === 'string' && typeof input.pndt_doctors === 'string')
      await keepLeftDoctors(ctx, id, { before: before.pndt_doctors, after: input.pndt_doctors })
    const isOffered = input.status === 1
    const rev = (before?.rev ?? 0) + 1
    ctx.changed({
      type: 'branch',
      id,
      rev,
      scopes: isOffered ? [CLIENT_SCOPE] : [],
      left: isOffered ? [] : [CLIENT_SCOPE],
    })
  },
  complete: async (rows, { tx, caller }) => {
    const servers = await tx
      .selectFrom('pacs')
      .select(['id', 'name'])
      .where('client_id', '=', caller.clientId)
      .where('hidden', 'is', null)
      .execute()
    const names = new Map(servers.map(({ id, name }) => [id, name]))
    return new Map(
      rows.map((row) => [row.id, { ...shownOf(row), pacs: names.get(String(row.pacs_id)) ?? '' }]),
    )
  },
  filter: (_eb, { current_user_only }, caller) =>
    current_user_only === '1' && !caller.isClientAdmin && caller.userType !== 'ADMIN'
      ? sql<boolean>`m.id = any(${[...caller.branchIds]}::uuid[])`
      : undefined,
  usedIn: usesOfBranch,
  beforeRemove: async (row, ctx) => {
    await endReports(row, ctx)
    ctx.changed({ type: 'branch', id: row.id, rev: row.rev + 1, scopes: [], left: [CLIENT_SCOPE] })
  },
})

/** Settles the pending notice about monthly Form F reports if Form F applied to the branch. */
async function endReports({ id, pndt_applies }: StoredRow, ctx: Context): Promise<void> {
  if (pndt_applies === true) await settleFormFReport(ctx, { clientId: ctx.caller.clientId, branchId: id })
}

/** Paper of a new branch (docs/wire.md#lists-and-limits): 30 pixels on each side, no header and no footer yet. */
const NEW_MARGINS = marginsInMm({
  top: DEFAULT_MARGIN_PX,
  right: DEFAULT_MARGIN_PX,
  bottom: DEFAULT_MARGIN_PX,
  left: DEFAULT_MARGIN_PX,
})
const BEGINNING = {
  margins: JSON.stringify(NEW_MARGINS),
  margins_plain: JSON.stringify(NEW_MARGINS),
  header_height_mm: 0,
  footer_height_mm: 0,
}

// A branch always has a time zone; without a given one it gets the zone of its creator.
function zoneOf(given: string | null | undefined, before: StoredRow | undefined, { caller }: Context) {
  if (given) return undefined
  return { time_zone: before?.time_zone ?? caller.timeZone }
}

const numberOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

// Fields that a save omits stay unchanged.
function lacksRegistration(
  { pndt_applies, pndt_registration_no }: SavedInput<typeof branch>,
  before: StoredRow | undefined,
): boolean {
  const applies = pndt_applies === undefined ? before?.pndt_applies === true : pndt_applies === 1
  return applies && numberOf(pndt_registration_no ?? before?.pndt_registration_no) === ''
}

function shownOf(row: StoredRow) {
  return {
    aet_sources: (row.aet_sources as string[]).join(','),
    charges_type: row.charges_type as ChargeBasis,
    fixed_price: Number(row.fixed_price),
    tat_type: row.tat_type as ChargeBasis,
    fixed_tat: Number(row.tat_minutes),
  }
}
