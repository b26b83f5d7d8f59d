import type { SharedStudy, sharedStudyCalls } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isProof, type ProvenPerson, proofKindOf } from '#domain/sharing/proof.ts'
import { reportHeldBack, waitsForPayment } from '#domain/sharing/results.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { isPageAddress, wantsToken } from '#domain/study/viewer-address.ts'
import { writeAudit } from '#server/kernel/audit/audit.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { contextOf, write } from '#server/kernel/sync/write.ts'
import { readFiledReport } from '../portal/filed-report.ts'
import { selectStudyRows } from '../studies/store.ts'
import { countOpening, findLinkById, findLinkBySecret, type StoredLink } from './link-store.ts'
import { demandInForce } from './links-of-text.ts'
import { admitAnswer, forgiveAnswers } from './proof-throttle.ts'
import { clientWaitsForPayment } from './share-settings.ts'

/** Somebody with a link and nothing else. */
export interface Stranger {
  kernel: Kernel
  address: string
}

type Calls = typeof sharedStudyCalls

/** What a link opens, once it was found to be in force. */
interface OpenedLink {
  ctx: Context
  link: StoredLink
  study: StudyRow
  centre: string
}

/** Whether the link is in force, and what is asked first. Nothing of the patient leaves here. */
export function lookAtLink(input: { secret: string }, stranger: Stranger): Promise<OutputOf<Calls['look']>> {
  return withLink(stranger, input.secret, async ({ study, centre }) => ({
    result: { centre, asks: proofAsked(study) },
  }))
}

/** What the study is, for a right answer; the opening is counted. */
export async function openLink(
  { secret, answer }: { secret: string; answer: string },
  stranger: Stranger,
): Promise<OutputOf<Calls['open']>> {
  await demandProof(stranger, secret, answer)
  return withLink(stranger, secret, async ({ ctx, link, study, centre }) => {
    await countOpening(ctx.tx, link, ctx.now)
    await ctx.audit('open_link', 'study', study.id, { link_id: link.id, address: stranger.address })
    return { result: sharedStudyOf(link, study, centre) }
  })
}

/** The filed report behind the link, for a right answer. */
export async function sharedReport(
  { secret, answer }: { secret: string; answer: string },
  stranger: Stranger,
): Promise<OutputOf<Calls['report']>> {
  await demandProof(stranger, secret, answer)
  return withLink(stranger, secret, async ({ ctx, link, study }) => {
    if (!showsReport(link, study)) throw new Refusal('not_found', 'There is no report behind this link.')
    await ctx.audit('read', 'report', study.id, { link_id: link.id, address: stranger.address })
    return { result: await readFiledReport(ctx, study) }
  })
}

const personOf = (study: StudyRow): ProvenPerson => ({
  birth_date: study.pat_birthdate,
  pat_id: study.pat_id,
})

function proofAsked(study: StudyRow) {
  const kind = proofKindOf(personOf(study))
  if (kind === undefined) throw new Refusal('refused', 'The centre must complete this record first.')
  return kind
}

// Counted before the answer is looked at, and committed: answers sent at the same time cannot slip past.
async function demandProof(stranger: Stranger, secret: string, answer: string): Promise<void> {
  const { entry } = stranger.kernel.database
  const found = await entry((tx) => findLinkBySecret(tx, secret))
  if (!found) throw unknownLink()
  await admitAnswer(entry, found.link_id, stranger.kernel.now())
  const isRight = await withLink(stranger, secret, async ({ ctx, study, link }) => {
    const right = isProof(personOf(study), answer)
    if (!right)
      await ctx.audit('link_refused', 'study', study.id, { link_id: link.id, address: stranger.address })
    return right
  })
  if (!isRight) throw new Refusal('proof_wrong')
  await forgiveAnswers(entry, found.link_id)
}

/** Runs in one transaction of the link's client, once the link was found to be in force. */
async function withLink<T>(
  { kernel }: Stranger,
  secret: string,
  run: (opened: OpenedLink) => Promise<T>,
): Promise<T> {
  const found = await kernel.database.entry((tx) => findLinkBySecret(tx, secret))
  if (!found) throw unknownLink()
  const { value } = await write(kernel, found.client_id, async (work) => {
    const caller = readerOf(found.client_id, found.link_id)
    const ctx: Context = {
      ...contextOf(kernel, caller, work, { baseRev: undefined, madeOffline: false }),
      // Nobody of the house did it: the line names the link and no user.
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
    .select(['name', 'active'])
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (!link || !client?.active) throw unknownLink()
  demandInForce(link, ctx.now)
  const [study] = await selectStudyRows(ctx.tx, ctx.caller.clientId, [link.study_id], ctx.now)
  if (!study) throw unknownLink()
  // Nobody of the house shared it: it opens what is released to the patient, and only while it is.
  if (link.created_by === null && reportHeldBack({ ...study, is_unpaid: false }))
    throw new Refusal('link_over')
  if (waitsForPayment(await clientWaitsForPayment(ctx.tx, clientId), study.payment_status))
    throw new Refusal('unpaid')
  return { ctx, link, study, centre: client.name }
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

/** The address that opens without a session of the house; one that waits for a token does not. */
export function openAddress({ viewer_url }: Pick<StudyRow, 'viewer_url'>): string {
  return isPageAddress(viewer_url) && !wantsToken(viewer_url) ? viewer_url : ''
}

const showsReport = (link: StoredLink, study: StudyRow) => link.with_report && isSigned(study.status)

/** Who holds a link and nothing else: nobody of the house, who acts in one client and holds no right. */
export function readerOf(clientId: string, linkId: string): Caller {
  return {
    clientId,
    userId: linkId,
    sessionId: linkId,
    deviceId: undefined,
    name: '',
    userType: 'PATIENT',
    permissions: new Set(),
    branchIds: [],
    isClientAdmin: false,
    isDoctor: false,
    isClinicDoctor: false,
    isRefDoctor: false,
    canSign: false,
    canCreateBranch: false,
    mainModules: new Set(),
    pacsUsed: 'Self',
    salesReport: 'All',
    salesInvoice: 'All',
    timeZone: 'UTC',
  }
}
