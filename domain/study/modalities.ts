/** The modalities of a machine or a department (docs/wire.md#lists-and-limits; its ALL is a filter, not a modality). */
export const MODALITIES = [
  'BMD',
  'CR',
  'CT',
  'DX',
  'ECG',
  'EPS',
  'ES',
  'IO',
  'IVUS',
  'MG',
  'MR',
  'NM',
  'OT',
  'OP',
  'OPT',
  'OCT',
  'PT',
  'PX',
  'RF',
  'RG',
  'SC',
  'XA',
  'US',
  'XC',
  'LIVE',
  'LAB',
] as const
export type Modality = (typeof MODALITIES)[number]

/** The codes of a study's modality: `CT,MR` has both. */
export const modalityCodes = (modality: string): string[] =>
  modality.split(/[\\,/ ]+/).filter((code) => code !== '')

/** Codes that accompany images of any modality: reports and presentations of a device. */
const ACCOMPANYING: ReadonlySet<string> = new Set(['SR', 'PR', 'KO', 'DOC'])

/** Whether two studies have a modality in common; accompanying codes do not count. */
export function sharesModality(a: string, b: string): boolean {
  const codes = new Set(modalityCodes(b))
  return modalityCodes(a).some((code) => codes.has(code) && !ACCOMPANYING.has(code))
}

/** True for a modality of the list, in its spelling. */
export const isModality = (value: string): value is Modality =>
  (MODALITIES as readonly string[]).includes(value)
