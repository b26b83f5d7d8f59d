import type { SharedStudy, sharedStudyCalls } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { isProof, type ProvenPerson, proofKindOf } from '#domain/sharing/proof.ts'
import { reportHeldBack, waitsForPayment } from '#domain/sharing/results.ts'
import { isPageAddress, wantsToken } from '#domain/study/viewer-address.ts'
import { zoneOfBranch } from '#server/features/branches/public/zone-of-branch.ts'
import { findPatientLanguage } from '#server/features/language/patient-language.ts'
import { readFiledReport } from '#server/features/reports/public/filed-report.ts'
import {
  demandSession,
  exchangeLink,
  type HeldLink,
  type LinkSession,
  noteOpening,
  proveSession,
} from '#server/features/share-links/link-session.ts'
import {
  countOpening,
  findLinkById,
  findLinkBySecret,
  type StoredLink,
} from '#server/features/share-links/link-store.ts'
import { demandInForce } from '#server/features/share-links/links-of-text.ts'
import { admitAnswer, forgiveAnswers } from '#server/features/share-links/proof-throttle.ts'
import { readerOf } from '#server/features/share-links/reader-of.ts'
import type { Stranger } from '#server/features/share-links/stranger.ts'
import { clientWaitsForPayment } from '#server/features/share-links/waits-for-payment.ts'
import { selectStudyRows } from '#server/features/studies/public/store.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Context } from '#server/kernel/context.ts'
import { contextOf, write } from '#server/kernel/sync/feed/write.ts'

type Calls = typeof sharedStudyCalls

/** The target of a link that was found valid. */
interface OpenedLink {
  ctx: Context
  link: StoredLink
  study: StudyRow
  centre: string
  /** The centre's country (an id of domain/masters/countries.ts). */
  country: number | null
}

/**
 * Checks whether the link is valid and returns the question to answer first. Exchanges a secret for a session of this
 * browser. Returns no patient data except the language, which the message with the link was written in.
 */
export async function lookAtLink(
  { secret, door }: { secret?: string | undefined; door?: string | undefined },
  stranger: Stranger,
): Promise<OutputOf<Calls['look']>> {
  const known = secret === undefined ? await demandSession(stranger, 'study', door) : undefined
  const held = known ?? (await demandLink(stranger, secret ?? ''))
  const { study, ...seen } = await withLink(stranger, held, async ({ ctx, study, centre, country }) => {
    const language = await findPatientLanguage(ctx.tx, ctx.caller.clientId, {
      patientId: study.patient_id,
      branchId: study.branch_id,
    })
    return {
      study,
      centre,
      ...(country !== null && { country_id: country }),
      ...(language && { language }),
      asks: proofAsked(study),
    }
  })
  const session = known ?? (await exchangeLink(stranger, 'study', held))
  return { result: { ...seen, door: session.door, is_proven: hasProven(session, study) ? 1 : 0 } }
}

/** Returns the study after a right answer, needed once per session; records the opening. */
export async function openLink(
  { door, answer }: { door: string; answer: string },
  stranger: Stranger,
): Promise<OutputOf<Calls['open']>> {
  const session = await demandSession(stranger, 'study', door)
  const wasProven = await withLink(stranger, session, async ({ study }) => hasProven(session, study))
  if (!wasProven) await demandProof(stranger, session, answer)
  return withLink(stranger, session, async ({ ctx, link, study, centre }) => {
    if (!wasProven) {
      await countOpening(ctx.tx, link, ctx.now)
      await noteOpening(ctx, 'study', link.id, stranger)
      await ctx.audit('open_link', 'study', study.id, { link_id: link.id, address: stranger.address })
    }
    const time_zone = (await zoneOfBranch(ctx.tx, ctx.caller.clientId, study.branch_id)) ?? ''
    return { result: { ...sharedStudyOf(link, study, centre), time_zone } }
  })
}

/** Returns the filed report of the link, for a session that has proven the identity. */
export async function sharedReport(
  { door }: { door: string },
  stranger: Stranger,
): Promise<OutputOf<Calls['report']>> {
  const session = await demandSession(stranger, 'study', door)
  if (!session.is_proven) throw new Refusal('proof_needed')
  return withLink(stranger, session, async ({ ctx, link, study }) => {
    if (!hasProven(session, study)) throw new Refusal('proof_needed')
    if (!showsReport(link, study)) throw new Refusal('no_report')
    await ctx.audit('read', 'report', study.id, { link_id: link.id, address: stranger.address })
    return { result: await readFiledReport(ctx, study) }
  })
}

async function demandLink({ kernel }: Stranger, secret: string): Promise<HeldLink> {
  const found = await kernel.database.entry((tx) => findLinkBySecret(tx, secret))
  if (!found) throw unknownLink()
  return found
}

const personOf = (study: StudyRow): ProvenPerson => ({
  birth_date: study.pat_birthdate,
  pat_id: study.pat_id,
})

function proofAsked(study: StudyRow) {
  const kind = proofKindOf(personOf(study))
  if (kind === undefined) throw new Refusal('record_incomplete')
  return kind
}

// Counts the attempt and commits it before the answer is checked, so that concurrent answers cannot exceed the limit.
async function demandProof(stranger: Stranger, session: LinkSession, answer: string): Promise<void> {
  if (answer === '') throw new Refusal('proof_needed')
  const { entry } = stranger.kernel.database
  // An expired link asks for no proof.
  await withLink(stranger, session, async () => undefined)
  await admitAnswer(entry, session.link_id, stranger.kernel.now())
  const proof = await withLink(stranger, session, async ({ ctx, study, link }) => {
    if (isProof(personOf(study), answer)) return proofHashOf(session, study)
    await ctx.audit('link_refused', 'study', study.id, { link_id: link.id, address: stranger.address })
    return undefined
  })
  if (!proof) throw new Refusal('proof_wrong')
  await forgiveAnswers(entry, session.link_id)
  await proveSession(stranger, session, proof)
}

/** Returns true if the session has proven the identity of the study's current patient (docs/decisions/297). */
const hasProven = (session: LinkSession, study: StudyRow): boolean =>
  session.is_proven && proofHashOf(session, study).equals(session.proof_hash ?? NO_PROOF)

const NO_PROOF = Buffer.alloc(0)

function proofHashOf({ link_id }: LinkSession, { pat_birthdate, pat_id }: StudyRow): Buffer {
  return secretHash(
    [link_id, pat_birthdate ?? '', pat_birthdate ? '' : pat_id.trim().toLowerCase()].join(' '),
  )
}

/** Runs in one transaction of the link's client, after the link was found valid. */
async function withLink<T>(
  { kernel }: Stranger,
  found: HeldLink,
  run: (opened: OpenedLink) => Promise<T>,
): Promise<T> {
  const { value } = await write(kernel, found.client_id, async (work) => {
    const caller = readerOf(found.client_id, found.link_id)
    const ctx: Context = {
      ...contextOf(kernel, caller, work, { baseRev: undefined, madeOffline: false }),
      // No user acted, so the entry has the link and no user.
      audit: (action, type, recordId, detail) =>
        writeAudit(work.tx, {
          clientId: found.client_id,
          userId: undefined,
          action,
          type,
          recordId,
          ...(detail && { detail }),
          at: work.now,
        }),
    }
    return run(await openedLink(ctx, found.link_id))
  })
  return value
}

async function openedLink(ctx: Context, linkId: string): Promise<OpenedLink> {
  const { clientId } = ctx.caller
  const link = await findLinkById(ctx.tx, clientId, linkId)
  const client = await ctx.tx
    .selectFrom('client')
    .select(['name', 'active', 'country_id'])
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (!link || !client?.active) throw unknownLink()
  demandInForce(link, ctx.now)
  const [study] = await selectStudyRows(ctx.tx, ctx.caller.clientId, [link.study_id], ctx.now)
  if (!study) throw unknownLink()
  // No member of staff shared it, so it opens only what is released to the patient, and only while it is.
  if (link.created_by === null && reportHeldBack({ ...study, is_unpaid: false }))
    throw new Refusal('link_over')
  if (waitsForPayment(await clientWaitsForPayment(ctx.tx, clientId), study.payment_status))
    throw new Refusal('unpaid')
  return { ctx, link, study, centre: client.name, country: client.country_id }
}

const unknownLink = () => new Refusal('not_found', 'This link is not valid. Ask the centre for a new one.')

function sharedStudyOf(link: StoredLink, study: StudyRow, centre: string): SharedStudy {
  const { pat_name, pat_id, pat_sex, pat_age, study_desc, modality, study_datetime, branch, status } = study
  return {
    centre,
    pat_name,
    pat_id,
    pat_sex,
    pat_age,
    study_desc,
    modality,
    study_datetime,
    branch,
    status,
    viewer_url: openAddress(study),
    has_report: showsReport(link, study) ? 1 : 0,
    expires: link.expires?.toISOString() ?? null,
  }
}

/** Returns the address that opens without a session; empty if the address needs a token. */
export function openAddress({ viewer_url }: Pick<StudyRow, 'viewer_url'>): string {
  return isPageAddress(viewer_url) && !wantsToken(viewer_url) ? viewer_url : ''
}

const showsReport = (link: StoredLink, study: StudyRow) => link.with_report && hasSigned(study)
