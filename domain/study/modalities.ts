/** The modalities that a machine or a department may have (docs/wire.md#lists-and-limits; its ALL is no modality but a filter). */
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

/** The codes of a study's modality: `CT,MR` is both. */
export const modalityCodes = (modality: string): string[] =>
  modality.split(/[\\,/ ]+/).filter((code) => code !== '')

/** What accompanies images of any modality: reports and presentations of a device. */
const ACCOMPANYING: ReadonlySet<string> = new Set(['SR', 'PR', 'KO', 'DOC'])

/** Whether two studies have a modality in common; what only accompanies images counts for none. */
export function sharesModality(a: string, b: string): boolean {
  const codes = new Set(modalityCodes(b))
  return modalityCodes(a).some((code) => codes.has(code) && !ACCOMPANYING.has(code))
}

/** True for a modality of the list, in its spelling. */
export const isModality = (value: string): value is Modality =>
  (MODALITIES as readonly string[]).includes(value)
