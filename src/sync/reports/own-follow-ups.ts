import { modalityOfCode } from '#domain/follow-up/named-modalities.ts'
import type { FollowUpProposal } from '#domain/follow-up/recognise.ts'
import { REGIONS } from '#domain/follow-up/region-words.ts'
import { findPreference, keepPreference } from '../preferences/preference.ts'
import { inOrder } from './in-order.ts'

const nameOf = (reportId: string) => `own_follow_ups:${reportId}` as const

/**
 * Stores the follow-ups in one's own words that go with the signature of a report, sealed on this device: no text of the
 * report tells of them. None deletes them. Runs in call order: a delete is faster than a write that is still sealed.
 */
export function keepOwnFollowUps(reportId: string, own: readonly FollowUpProposal[]): Promise<void> {
  const rows = own.map(({ modality, ...rest }) => ({ ...rest, modality: modality.code }))
  const name = nameOf(reportId)
  return inOrder(name, () => keepPreference(name, rows.length > 0 ? rows : undefined))
}

/** Returns those of a report; what cannot be read is left out. */
export async function findOwnFollowUps(reportId: string): Promise<FollowUpProposal[]> {
  const name = nameOf(reportId)
  const kept = await inOrder(name, () => findPreference(name))
  return Array.isArray(kept) ? kept.flatMap(readKept) : []
}

const UNITS = ['day', 'week', 'month', 'year'] as const

function readKept(kept: unknown): FollowUpProposal[] {
  const { modality, regions, interval, what } = asObject(kept)
  const { from, to, unit } = asObject(interval)
  const kind = typeof modality === 'string' ? modalityOfCode(modality) : undefined
  const known = UNITS.find((one) => one === unit)
  if (!kind || !known || typeof what !== 'string' || typeof from !== 'number' || typeof to !== 'number')
    return []
  const parts = Array.isArray(regions) ? REGIONS.filter((region) => regions.includes(region)) : []
  return [{ modality: kind, regions: parts, interval: { from, to, unit: known }, what, sentence: '' }]
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
