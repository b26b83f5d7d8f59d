import { TEMPLATE_WORDS as WORDS } from '../words.ts'
import { ALL } from './use-template-lists.ts'

/** The looks of an icon in the stacked lists. */
export const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
/** The first row of a list that narrows the next one. */
export const ALL_ROW = { id: ALL, name: WORDS.all }
