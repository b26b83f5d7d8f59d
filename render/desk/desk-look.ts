import type { DeskLanguage, DeskPaper, DeskSheet } from '../desk-paper.ts'
import { mm } from '../paper/sheet.ts'
import { PAPER_WORDS } from '../paper/words.ts'

/** Type sizes in points, and colours, of a paper of the desk. A roll is printed in black only. */
export interface DeskLook {
  isRoll: boolean
  /** Width of the text. */
  width: number
  size: number
  small: number
  large: number
  label: string
  mark: string
  logoHeight: number
  /** Share of the width for a fact's label, if the facts are in one column. */
  labelShare: number
  /** Columns run from right to left. */
  isRtl: boolean
  words: Pick<DeskLanguage, 'pageOf' | 'logo' | 'code'>
}

/** The printer of an 80 mm roll prints on 72 mm. */
const ROLL_TEXT = mm(72)
const SIDE = mm(14)

export const ROLL_WIDTH = mm(80)
export const ROLL_EDGE = (ROLL_WIDTH - ROLL_TEXT) / 2
export const SHEET_SIDE = SIDE

const LOOKS = {
  A4: {
    isRoll: false,
    width: mm(210) - 2 * SIDE,
    size: 9.5,
    small: 8,
    large: 14,
    label: '#555555',
    mark: '#b00020',
    logoHeight: mm(16),
    labelShare: 0.32,
  },
  Thermal80: {
    isRoll: true,
    width: ROLL_TEXT,
    size: 8.5,
    small: 7.5,
    large: 11.5,
    label: '#000000',
    mark: '#000000',
    logoHeight: mm(12),
    labelShare: 0.38,
  },
} as const satisfies Record<DeskSheet, Omit<DeskLook, 'isRtl' | 'words'>>

/** Arabic letters are lower than Latin ones of the same type size. */
const SMALL_ARABIC = 1
const ENGLISH = { pageOf: PAPER_WORDS.pageOf('{page}', '{pages}'), logo: 'Logo', code: PAPER_WORDS.code }

/** Returns the look of a paper on its sheet and in its language. */
export function deskLookOf({ sheet, language }: Pick<DeskPaper, 'sheet' | 'language'>): DeskLook {
  const look = LOOKS[sheet]
  const isRtl = language?.direction === 'rtl'
  return { ...look, small: look.small + (isRtl ? SMALL_ARABIC : 0), isRtl, words: language ?? ENGLISH }
}
