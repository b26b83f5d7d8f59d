import { isEmptyMarkup } from './markup-text.ts'
import type { SignedParts } from './signed-content.ts'

const NAMES = {
  report_data: 'Description',
  conclusion: 'Conclusion',
  recommendation: 'Recommendation',
} as const
const PARTS = Object.keys(NAMES) as (keyof typeof NAMES)[]

/**
 * The markup of an addendum with the changes of `mine` against the `signed` text: each changed part under its name.
 * Empty if nothing differs.
 */
export function textForAddendum(mine: SignedParts, signed: SignedParts): string {
  return PARTS.filter((part) => mine[part] !== signed[part] && !isEmptyMarkup(mine[part]))
    .map((part) => `<p><strong>${NAMES[part]}</strong></p>${mine[part]}`)
    .join('')
}
