import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { PortalAccess, PortalPerson } from '#contract/calls/portal.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { activationEnd } from '#domain/sharing/activation.ts'
import { SHARED_ACTIVATION_DAYS, waitsForPayment } from '#domain/sharing/results.ts'
import { hashPassword } from '#server/features/auth/public/password.ts'
import { textsForPatient } from '#server/features/messages/public/share-texts.ts'
import {
  findPatient,
  patientName,
  type StoredPatient,
} from '#server/features/patients/public/find-patient.ts'
import { giveUser } from '#server/features/patients/public/give-user.ts'
import { insertPerson } from '#server/features/people/public/insert-person.ts'
import { patientRole } from '#server/features/people/public/patient-role.ts'
import { forgetAskedLinks } from '#server/features/report-codes/public/forget-asked-links.ts'
import { clientWaitsForPayment } from '#server/features/share-links/waits-for-payment.ts'
import { findVisibleStudy } from '#server/features/studies/public/store.ts'
import { changeStudy, type LockedStudy, lockStudy } from '#server/features/studies/public/write-store.ts'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { Context } from '#server/kernel/context.ts'
import { endPortalLinks } from '../end-portal-links.ts'
import { announceResults } from './announce-results.ts'

/** Returns the person who would get access, and the obstacles. */
export async function portalPerson(ctx: Context, studyId: string): Promise<PortalPerson> {
  const study = await findVisibleStudy(ctx.tx, ctx.caller, studyId, ctx.now)
  if (!study) throw new Refusal('not_found')
  const { clientId } = ctx.caller
  const patient = study.patient_id ? await findPatient(ctx.tx, clientId, { id: study.patient_id }) : undefined
  const waits = waitsForPayment(await clientWaitsForPayment(ctx.tx, clientId), study.payment_status)
  await ctx.audit('read', 'patient', patient?.id)
  return {
    patient_id: patient?.id ?? null,
    pat_id: patient?.pat_id ?? study.pat_id,
    name: patient ? patientName(patient) : study.pat_name,
    mobile: patient?.mobile ?? '',
    phone_code: patient?.phone_code ?? '',
    email: patient?.email ?? '',
    payment_status: study.payment_status,
    is_unpaid: waits ? 1 : 0,
    username: patient?.user_id ? await usernameOf(ctx, patient.user_id) : '',
    active_until: await activeUntil(ctx, study),
    ...(await textsForPatient(ctx.tx, clientId, study.study_id)),
  }
}

/**
 * Gives the study's patient portal access: a user if there is none, an activation of the study for 30 days, and a
 * link that ends with the activation. Its secret is in this response only and is not stored.
 */
export async function giveAccess(
  ctx: Context,
  studyId: string,
  publicUrl: string | undefined,
): Promise<PortalAccess> {
  const study = await lockStudy(ctx, studyId)
  const { clientId } = ctx.caller
  if (waitsForPayment(await clientWaitsForPayment(ctx.tx, clientId), study.payment_status))
    throw new Refusal('unpaid')
  const patient = study.patient_id ? await findPatient(ctx.tx, clientId, { id: study.patient_id }) : undefined
  if (!patient) throw new Refusal('not_linked')
  const user = await userOf(ctx, patient)
  const expires = await activateAtLeast(ctx, study, SHARED_ACTIVATION_DAYS)
  const password = randomSecret()
  await sql`select entry.put_patient_link(${secretHash(password)}, ${user.username}, ${clientId}, ${user.id},
    ${expires})`.execute(ctx.tx)
  await ctx.audit('give_access', 'patient', patient.id, {
    study_id: study.id,
    expires: expires.toISOString(),
  })
  // In the fragment, which is not sent to servers, proxies or logs.
  const path = `/login#${encodeURIComponent(user.username)}/${password}`
  const autoLoginUrl = `${publicUrl ?? ''}${path}`
  return { username: user.username, password, autoLoginUrl, expires: expires.toISOString() }
}

/**
 * Revokes every automatic sign-in link of the study's patient, and the links that the patient requested by WhatsApp.
 */
export async function revokeAccess(ctx: Context, studyId: string): Promise<void> {
  const study = await lockStudy(ctx, studyId)
  if (!study.patient_id) return
  await endLinks(ctx, study.patient_id)
  const studies = await ctx.tx
    .selectFrom('study')
    .select('id')
    .where('client_id', '=', study.client_id)
    .where('patient_id', '=', study.patient_id)
    .execute()
  const ids = studies.map(({ id }) => id)
  await forgetAskedLinks(ctx, study.client_id, ids, 'revoked')
}

/** Revokes the links of a patient without an active study, because they open nothing any more. */
export async function endLinksWithoutResults(ctx: Context, study: LockedStudy): Promise<void> {
  if (!study.patient_id) return
  const other = await ctx.tx
    .selectFrom('study')
    .select('id')
    .where('client_id', '=', study.client_id)
    .where('patient_id', '=', study.patient_id)
    .where('id', '!=', study.id)
    .where('active_until', '>', ctx.now)
    .limit(1)
    .executeTakeFirst()
  if (!other) await endLinks(ctx, study.patient_id)
}

async function endLinks(ctx: Context, patientId: string): Promise<void> {
  const patient = await findPatient(ctx.tx, ctx.caller.clientId, { id: patientId })
  if (!patient?.user_id) return
  await endPortalLinks(ctx, patient.id, patient.user_id)
}

async function activateAtLeast(ctx: Context, study: LockedStudy, days: number): Promise<Date> {
  const until = activationEnd(ctx.now, days)
  if (study.active_until && study.active_until >= until) return study.active_until
  await announceResults(ctx, await changeStudy(ctx, study, { active_until: until }))
  await ctx.audit('activate', 'study', study.id, { days })
  return until
}

// The name is shown to one patient only and never reused; a person who guesses it still lacks the secret.
async function userOf(ctx: Context, patient: StoredPatient): Promise<{ id: string; username: string }> {
  if (patient.user_id) return { id: patient.user_id, username: await usernameOf(ctx, patient.user_id) }
  const { clientId } = ctx.caller
  const id = uuidv7()
  const number = patient.pat_id.toLowerCase().replace(/[^a-z0-9-]/g, '')
  const username = `${number || 'patient'}.${randomBytes(4).toString('hex')}`
  await insertPerson(ctx, {
    client_id: clientId,
    id,
    username,
    email: patient.email,
    mobile: patient.mobile,
    // Nobody knows this password: the patient signs in by link.
    password_hash: await hashPassword(randomSecret()),
    name: patientName(patient),
    user_type: 'PATIENT',
    role_id: await patientRole(ctx, clientId),
  })
  await sql`select entry.set_login_names(${clientId}, ${id}, ${username}, '')`.execute(ctx.tx)
  await giveUser(ctx, patient.id, id)
  await ctx.audit('create', 'user', id, { user_type: 'PATIENT' })
  return { id, username }
}

async function usernameOf({ tx, caller }: Context, userId: string): Promise<string> {
  const user = await tx
    .selectFrom('app_user')
    .select('username')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.username ?? ''
}

async function activeUntil({ tx, caller, now }: Context, study: StudyRow): Promise<string | null> {
  const row = await tx
    .selectFrom('study')
    .select('active_until')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', study.id)
    .executeTakeFirst()
  return row?.active_until && row.active_until > now ? row.active_until.toISOString() : null
}
