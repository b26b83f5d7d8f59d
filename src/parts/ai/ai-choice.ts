import type { AiRecord } from '#contract/calls/ai.ts'
import type { AiBodyPart, SeriesRow } from '#contract/calls/imaging.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { modalityCodes } from '#domain/study/modalities.ts'

/** The choices for sending: the whole study, or one of its series. */
export interface Sendable {
  id: string
  class: AiRecord['class']
  modalities: readonly string[]
  body_part: string
}

/** The chosen items: the body part by the UID as which it is to be read; empty until chosen. */
export type Picked = ReadonlyMap<string, string>

const codes = (modality: string) => modalityCodes(modality.toUpperCase())

export function wholeStudy(study: Pick<StudyRow, 'study_iuid' | 'modality'>): Sendable {
  return { id: study.study_iuid, class: 'study', modalities: codes(study.modality), body_part: '' }
}

export function oneSeries({ id, modality, body_part }: SeriesRow): Sendable {
  return { id, class: 'series', modalities: codes(modality), body_part }
}

/** Returns the companies that read anything for this client, ordered by name. */
export function companiesOf(parts: readonly AiBodyPart[]): { id: string; name: string }[] {
  const byId = new Map(parts.map((part) => [part.ai_company_id, part.company]))
  return [...byId].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}

/** Returns the company's body parts that fit the item: those of its modality. */
export function fittingParts(
  parts: readonly AiBodyPart[],
  companyId: string,
  sendable: Sendable,
): AiBodyPart[] {
  return parts.filter(
    (part) => part.ai_company_id === companyId && sendable.modalities.includes(part.modality.toUpperCase()),
  )
}

/** Returns the most likely body part: the one that the series names, or the only one that fits. */
export function likelyPart(fitting: readonly AiBodyPart[], { body_part }: Sendable): string {
  const named = fitting.find((part) => part.bodypart.toLowerCase() === body_part.toLowerCase())
  return (named ?? (fitting.length === 1 ? fitting[0] : undefined))?.id ?? ''
}

/** Returns the records of the chosen items; undefined while one of them has no body part. */
export function recordsOf(
  picked: Picked,
  sendables: readonly Sendable[],
  parts: readonly AiBodyPart[],
): AiRecord[] | undefined {
  const records: AiRecord[] = []
  for (const { id, class: kind } of sendables) {
    const partId = picked.get(id)
    if (partId === undefined) continue
    const part = parts.find((one) => one.id === partId)
    if (!part) return undefined
    const { ae_title, bodypart, modality } = part
    records.push({ id, aetitle: ae_title, bodypart, modality, class: kind })
  }
  return records
}
