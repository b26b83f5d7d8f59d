import { sql } from 'kysely'
import type { UserType } from '#domain/access/session.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { OtpRule } from '../otp-rule.ts'

/** A person who may sign in under a name, as returned by entry.find_login. */
export interface Login {
  client_id: string
  user_id: string
  password_hash: string
  user_type: UserType
  is_client_admin: boolean
  email: string
  mobile: string
  phone_code: string
  otp_channel: 'E' | 'S'
  captcha_rule: 'always' | 'after_failure'
  otp_rule: OtpRule
}

/** A person of a client; the minimum that identifies a session's owner. */
export interface UserKey {
  client_id: string
  user_id: string
}

export async function findLogin(entry: Tx, name: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`select * from entry.find_login(${name})`.execute(entry)
  return rows[0]
}

/** Returns true if any active client always requires the captcha. Used for unknown names. */
export async function isCaptchaAlways(entry: Tx): Promise<boolean> {
  const { rows } = await sql<{ always: boolean }>`select entry.captcha_always() as always`.execute(entry)
  return rows[0]?.always ?? true
}

export async function putCaptcha(
  entry: Tx,
  captcha: { id: string; answerHash: Buffer; expires: Date },
  now: Date,
): Promise<void> {
  await sql`select entry.put_captcha(${captcha.id}, ${captcha.answerHash}, ${captcha.expires}, ${now})`.execute(
    entry,
  )
}

export async function takeCaptcha(entry: Tx, id: string, answerHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql<{ right: boolean }>`
    select entry.take_captcha(${id}, ${answerHash}, ${now}) as "right"`.execute(entry)
  return rows[0]?.right === true
}

export async function knowsDevice(entry: Tx, user: UserKey, deviceId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select entry.knows_device(${user.client_id}, ${user.user_id}, ${deviceId}) as known`.execute(entry)
  return rows[0]?.known === true
}

/** Returns true if this device was taken out of use for this person. */
export async function isDeviceRevoked(entry: Tx, user: UserKey, deviceId: string): Promise<boolean> {
  const { rows } = await sql<{ revoked: boolean }>`
    select entry.is_device_revoked(${user.client_id}, ${user.user_id}, ${deviceId}) as revoked`.execute(entry)
  return rows[0]?.revoked === true
}

/** Returns the addresses from which this person may sign in; an empty list allows all. */
export async function findAllowedAddresses(entry: Tx, user: UserKey): Promise<string[]> {
  const { rows } = await sql<{ allowed: string[] | null }>`
    select entry.allowed_addresses(${user.client_id}, ${user.user_id}) as allowed`.execute(entry)
  return rows[0]?.allowed ?? []
}

export async function putOtp(
  entry: Tx,
  otp: UserKey & { tokenHash: Buffer; codeHash: Buffer; deviceId: string | undefined; expires: Date },
  now: Date,
): Promise<void> {
  await sql`select entry.put_otp(${otp.tokenHash}, ${otp.client_id}, ${otp.user_id}, ${otp.deviceId ?? null},
    ${otp.codeHash}, ${otp.expires}, ${now})`.execute(entry)
}

/** Returns the owner of a pending code and where to send the next; undefined if the token has expired or was used. */
export async function findPendingCode(
  entry: Tx,
  tokenHash: Buffer,
  maxTries: number,
  now: Date,
): Promise<
  | (Pick<Login, 'client_id' | 'user_id' | 'email' | 'mobile' | 'phone_code' | 'otp_channel'> & {
      device_id: string | null
    })
  | undefined
> {
  const { rows } = await sql<Login & { device_id: string | null }>`
    select * from entry.find_pending_code(${tokenHash}, ${maxTries}, ${now})`.execute(entry)
  return rows[0]
}

/**
 * Returns where a person's one-time codes are sent after a correct password; undefined if they may no longer sign in.
 */
export async function findReceiver(
  tx: Tx,
  { client_id, user_id }: UserKey,
): Promise<
  Pick<Login, 'client_id' | 'user_id' | 'email' | 'mobile' | 'phone_code' | 'otp_channel'> | undefined
> {
  const row = await tx
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select(['u.email', 'u.mobile', 'c.phone_code', 'c.otp_channel'])
    .where('u.client_id', '=', client_id)
    .where('u.id', '=', user_id)
    .where('u.active', '=', true)
    .where('c.active', '=', true)
    .executeTakeFirst()
  return row && { client_id, user_id, ...row, otp_channel: row.otp_channel as Login['otp_channel'] }
}

/** Tries a code once; returns undefined if the pending sign-in is unknown, expired or used up. */
export async function tryOtp(
  entry: Tx,
  tokenHash: Buffer,
  codeHash: Buffer,
  maxTries: number,
  now: Date,
): Promise<(UserKey & { is_right: boolean; device_id: string | null }) | undefined> {
  const { rows } = await sql<UserKey & { is_right: boolean; device_id: string | null }>`
    select * from entry.try_otp(${tokenHash}, ${codeHash}, ${maxTries}, ${now})`.execute(entry)
  return rows[0]
}

/** Returns the owner of an automatic sign-in link while the link is neither expired nor revoked. */
export async function findPatientLink(
  entry: Tx,
  username: string,
  secret: Buffer,
  now: Date,
): Promise<UserKey | undefined> {
  const { rows } = await sql<UserKey>`
    select * from entry.find_patient_link(${username}, ${secret}, ${now})`.execute(entry)
  return rows[0]
}

/** Writes one audit entry about a sign-in; `detail` must not name any person. */
export async function auditSignIn(
  entry: Tx,
  user: UserKey,
  action:
    | 'sign_in'
    | 'otp_sent'
    | 'link_sign_in'
    | 'device_refused'
    | 'licence_over'
    | 'address_refused'
    | 'set_password',
  detail: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await sql`select entry.audit_sign_in(${crypto.randomUUID()}, ${user.client_id}, ${user.user_id}, ${action},
    ${JSON.stringify(detail)}::jsonb, ${now})`.execute(entry)
}
