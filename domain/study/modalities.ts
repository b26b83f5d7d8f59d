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

/** True for a modality of the list, in its spelling. */
export const isModality = (value: string): value is Modality =>
  (MODALITIES as readonly string[]).includes(value)
