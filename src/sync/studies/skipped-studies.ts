import { v7 as mintId } from 'uuid'
import { isSkipReason, type SkipReason } from '#domain/study/skip-reasons.ts'
import { getDevice } from '../current-device.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { localRecords } from '../outbox/local-records.ts'
import { findPreference, keepPreference } from '../preferences/preference.ts'
import { currentSession } from '../session/session-state.ts'

/** A study that the reader put off, and why. */
export interface SkippedStudy {
  study_id: string
  reason: SkipReason
}

/** The studies that this person put off on this device in this session, in that order; none are kept beyond it. */
export async function findSkipped(): Promise<SkippedStudy[]> {
  const kept = await findPreference('skipped_studies')
  if (!isKept(kept) || kept.session_id !== currentSession()?.session_id) return []
  return kept.skipped.filter(isSkipped)
}

/**
 * Puts a study off: it stands behind all others on this device, also behind those that were put off before. The server is
 * told who did so and why as soon as it can be reached, unless the study is neither open (`isOpen`) nor on this device: there
 * may be none.
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
