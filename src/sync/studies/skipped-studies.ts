import { v7 as mintId } from 'uuid'
import { isSkipReason, type SkipReason } from '#domain/study/lists/skip-reasons.ts'
import { getDevice } from '../current-device.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { localRecords } from '../outbox/make/local-records.ts'
import { findPreference, keepPreference } from '../preferences/preference.ts'
import { currentSession } from '../session/session-state.ts'

/** A study that the reader postponed, and why. */
export interface SkippedStudy {
  study_id: string
  reason: SkipReason
}

/** Returns the studies that this user postponed on this device in this session, in that order; not kept beyond it. */
export async function findSkipped(): Promise<SkippedStudy[]> {
  const kept = await findPreference('skipped_studies')
  if (!isKept(kept) || kept.session_id !== currentSession()?.session_id) return []
  return kept.skipped.filter(isSkipped)
}

/**
 * Postpones a study: it goes behind all others on this device, also behind those postponed earlier. The server is told
 * who did it and why as soon as it can be reached, unless the study is neither open (`isOpen`) nor on this device: then
 * it may not exist.
 */
export async function skipStudy(study_id: string, reason: SkipReason, isOpen = false): Promise<void> {
  const session_id = currentSession()?.session_id
  if (session_id === undefined) return
  const others = (await findSkipped()).filter((one) => one.study_id !== study_id)
  await keepPreference('skipped_studies', { session_id, skipped: [...others, { study_id, reason }] })
  if (isOpen || (await isHere(study_id)))
    await enqueue('study/skip', { id: mintId(), study_id, reason }, { label: 'Skip a study' })
}

const isHere = async (studyId: string): Promise<boolean> =>
  (await localRecords(getDevice().databases).findStudy(studyId)) !== undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isKept = (value: unknown): value is { session_id: unknown; skipped: unknown[] } =>
  isObject(value) && Array.isArray(value.skipped)

const isSkipped = (value: unknown): value is SkippedStudy =>
  isObject(value) && typeof value.study_id === 'string' && isSkipReason(value.reason)
