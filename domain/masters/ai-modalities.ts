import { brokenDecimals } from '../money/decimals-rule.ts'
import { isModality } from '../study/modalities.ts'
import { decimalsOf } from './countries.ts'

interface PricedPart {
  bodypart: string
  price: number
  currency: string
}

/** What an AI company offers for one modality. */
export interface ReadModality {
  modality: string
  bodyparts: readonly PricedPart[]
}

/**
 * Returns the problem with an AI company's modalities, in words that follow the field's name: an unknown or duplicate
 * modality, or a price with more decimals than its currency has. Undefined if all is well.
 */
export function faultOfModalities(modalities: readonly ReadModality[]): string | undefined {
  const names = modalities.map(({ modality }) => modality)
  const stranger = names.find((name) => !isModality(name))
  if (stranger !== undefined) return `hold ${stranger}, which is not a modality of the list`
  if (new Set(names).size < names.length) return 'name a modality twice'
  for (const { modality, bodyparts } of modalities)
    for (const { bodypart, price, currency } of bodyparts) {
      const rule = brokenDecimals(price, decimalsOf(currency))
      if (rule !== undefined) return `hold a price for ${modality} ${bodypart} that ${rule} (${currency})`
    }
  return undefined
}
