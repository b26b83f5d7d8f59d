import { type NotifyContext, notify, settleNotifications } from './notify.ts'
import { type StudyPeople, selectActingOnCriticals, selectAdministrators, selectDesk } from './recipients.ts'

type Study = StudyPeople & { id: string }
type Doctors = Pick<Study, 'assigned_doctor_id' | 'signed_by_doctor_id'>

const subjectOf = ({ id }: { id: string }) => ({ type: 'study', id }) as const
const NOBODY: Doctors = { assigned_doctor_id: null, signed_by_doctor_id: null }

/** Notifies the doctors that a study was assigned to, and settles the notifications of those it was taken from. */
export async function notifyAssigned(
  work: NotifyContext,
  before: Doctors | undefined,
  after: Study,
): Promise<void> {
  const had = doctorsOf(before ?? NOBODY)
  const has = doctorsOf(after)
  const event = { clientId: after.client_id, kind: 'study_assigned', subject: subjectOf(after) } as const
  const gone = had.filter((id) => !has.includes(id))
  if (gone.length > 0) await settleNotifications(work, { ...event, to: gone })
  const gained = has.filter((id) => !had.includes(id))
  if (gained.length > 0) await notify(work, { ...event, to: gained })
}

const doctorsOf = ({ assigned_doctor_id, signed_by_doctor_id }: Doctors): string[] =>
  [...new Set([assigned_doctor_id, signed_by_doctor_id])].filter((id) => id !== null)

/** Notifies the people who act on critical results that a study has one. */
export async function notifyCritical(work: NotifyContext, study: Study, ownerId: string): Promise<void> {
  const to = await selectActingOnCriticals(work.tx, study, ownerId)
  await notify(work, { clientId: study.client_id, kind: 'critical_result', subject: subjectOf(study), to })
}

/** Notifies a doctor who takes over a study that it has open critical results. */
export async function notifyCriticalTo(work: NotifyContext, study: Study, userId: string): Promise<void> {
  const event = { clientId: study.client_id, kind: 'critical_result', subject: subjectOf(study) } as const
  await notify(work, { ...event, to: [userId] })
}

/** Settles the notifications once the study has no open critical result. */
export async function settleCritical(work: NotifyContext, { client_id, id }: Study): Promise<void> {
  await settleNotifications(work, {
    clientId: client_id,
    kind: 'critical_result',
    subject: subjectOf({ id }),
  })
}

/** Settles the notifications once the study has no overdue critical result that was escalated. */
export async function settleOverdueCritical(
  work: Pick<NotifyContext, 'tx' | 'now' | 'changed'>,
  { client_id, id }: Study,
): Promise<void> {
  const event = { clientId: client_id, kind: 'critical_overdue', subject: subjectOf({ id }) } as const
  await settleNotifications(work, event)
}

interface Request {
  client_id: string
  id: string
  branch_id: string | null
}

/** Notifies the desk of the branch of a booking request. */
export async function notifyRequest(work: NotifyContext, request: Request): Promise<void> {
  const to = await selectDesk(work.tx, request.client_id, request.branch_id)
  await notify(work, { ...requestEvent(request), to })
}

/** Settles the notifications of a request that no longer waits. */
export async function settleRequest(work: NotifyContext, request: Request): Promise<void> {
  await settleNotifications(work, requestEvent(request))
}

const requestEvent = ({ client_id, id }: Request) =>
  ({ clientId: client_id, kind: 'booking_request', subject: { type: 'booking_request', id } }) as const

/** Notifies the study's doctors that an AI result is ready; without doctors, the person who sent the images. */
export async function notifyAiResult(
  work: NotifyContext,
  study: Study,
  sentBy: string | null,
): Promise<void> {
  const doctors = doctorsOf(study)
  const to = doctors.length > 0 || sentBy === null ? doctors : [sentBy]
  await notify(work, { clientId: study.client_id, kind: 'ai_result', subject: subjectOf(study), to })
}

/** Settles the notifications of an AI result that was decided on. */
export async function settleAiResult(work: NotifyContext, { client_id, id }: Study): Promise<void> {
  await settleNotifications(work, { clientId: client_id, kind: 'ai_result', subject: subjectOf({ id }) })
}

/** Notifies the administrators that a report was not delivered to the other system. */
export async function notifyNotDispatched(work: NotifyContext, study: Study): Promise<void> {
  const to = await selectAdministrators(work.tx, study.client_id)
  await notify(work, { clientId: study.client_id, kind: 'hl7_failed', subject: subjectOf(study), to })
}

/** Settles the notifications once every report of the study was accepted. */
export async function settleNotDispatched(work: NotifyContext, { client_id, id }: Study): Promise<void> {
  await settleNotifications(work, { clientId: client_id, kind: 'hl7_failed', subject: subjectOf({ id }) })
}

const orderStateEvent = ({ client_id, booking_request_id: id }: OrderOfState) =>
  ({ clientId: client_id, kind: 'order_state_failed', subject: { type: 'booking_request', id } }) as const

interface OrderOfState {
  client_id: string
  booking_request_id: string
}

/** Notifies the administrators that an order's state was not accepted by the receiving system. */
export async function notifyStateNotTaken(work: NotifyContext, order: OrderOfState): Promise<void> {
  const to = await selectAdministrators(work.tx, order.client_id)
  await notify(work, { ...orderStateEvent(order), to })
}

/** Returns true if anybody was notified of a state of the order that was not accepted, after `since` if given. */
export async function isStateNotTakenTold(
  { tx }: Pick<NotifyContext, 'tx'>,
  order: OrderOfState,
  since: Date | undefined,
): Promise<boolean> {
  const { clientId, kind, subject } = orderStateEvent(order)
  let query = tx
    .selectFrom('notification')
    .select('id')
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .limit(1)
  if (since) query = query.where('created', '>', since)
  return (await query.executeTakeFirst()) !== undefined
}

/** Settles the notifications once no state of the order waits to be accepted, or a later one was. */
export async function settleStateNotTaken(
  work: Pick<NotifyContext, 'tx' | 'now' | 'changed'>,
  order: OrderOfState,
): Promise<void> {
  await settleNotifications(work, orderStateEvent(order))
}

interface OtherSystem {
  clientId: string
  id: string
}

const systemEvent = (kind: 'interface_silent' | 'interface_heard', { clientId, id }: OtherSystem) =>
  ({ clientId, kind, subject: { type: 'interface', id } }) as const

/** Notifies the administrators that another system has been silent for longer than its setting allows. */
export async function notifySilent(work: NotifyContext, system: OtherSystem): Promise<void> {
  await settleNotifications(work, systemEvent('interface_heard', system))
  const to = await selectAdministrators(work.tx, system.clientId)
  await notify(work, { ...systemEvent('interface_silent', system), to })
}

/** Notifies them that the system sends again, and settles the notifications of its silence. */
export async function notifyHeardAgain(work: NotifyContext, system: OtherSystem): Promise<void> {
  await settleSilence(work, system)
  const to = await selectAdministrators(work.tx, system.clientId)
  await notify(work, { ...systemEvent('interface_heard', system), to })
}

/** Settles the notifications of the system's silence. */
export async function settleSilence(work: NotifyContext, system: OtherSystem): Promise<void> {
  await settleNotifications(work, systemEvent('interface_silent', system))
}

type CertificateEnd = 'certificate_ending' | 'certificate_expired'

const certificateEvent = (kind: CertificateEnd, { clientId, id }: OtherSystem) =>
  ({ clientId, kind, subject: { type: 'certificate', id } }) as const

/** Notifies the administrators that a certificate of a connection to another system expires soon or has expired. */
export async function notifyCertificate(
  work: NotifyContext,
  certificate: OtherSystem,
  kind: CertificateEnd,
): Promise<void> {
  if (kind === 'certificate_expired')
    await settleNotifications(work, certificateEvent('certificate_ending', certificate))
  const to = await selectAdministrators(work.tx, certificate.clientId)
  await notify(work, { ...certificateEvent(kind, certificate), to })
}

/** Settles the notifications of a certificate that was renewed or is no longer used. */
export async function settleCertificate(work: NotifyContext, certificate: OtherSystem): Promise<void> {
  for (const kind of ['certificate_ending', 'certificate_expired'] as const)
    await settleNotifications(work, certificateEvent(kind, certificate))
}

interface BranchOfReport {
  clientId: string
  branchId: string
}

const formFReportEvent = ({ clientId, branchId }: BranchOfReport) =>
  ({ clientId, kind: 'form_f_report', subject: { type: 'branch', id: branchId } }) as const

/** Notifies the desk of a branch that a monthly report of Form F is due. */
export async function notifyFormFReport(work: NotifyContext, branch: BranchOfReport): Promise<void> {
  const to = await selectDesk(work.tx, branch.clientId, branch.branchId)
  await notify(work, { ...formFReportEvent(branch), to })
}

/** Settles the notifications once no report of the branch is due. */
export async function settleFormFReport(
  work: Pick<NotifyContext, 'tx' | 'now' | 'changed'>,
  branch: BranchOfReport,
): Promise<void> {
  await settleNotifications(work, formFReportEvent(branch))
}

interface FailedMessage {
  client_id: string
  id: string
  study_id: string | null
  patient_id: string | null
  created_by: string | null
}

/** Notifies the administrators and the author that a message could not be sent. */
export async function notifyNotSent(work: NotifyContext, message: FailedMessage): Promise<void> {
  const to = await selectAdministrators(work.tx, message.client_id)
  if (message.created_by !== null) to.push(message.created_by)
  await notify(work, {
    clientId: message.client_id,
    kind: 'message_failed',
    subject: subjectOfMessage(message),
    to,
  })
}

function subjectOfMessage({ id, study_id, patient_id }: FailedMessage) {
  if (study_id !== null) return { type: 'study', id: study_id } as const
  if (patient_id !== null) return { type: 'patient', id: patient_id } as const
  return { type: 'message', id } as const
}
