import type { KeyImageLayout } from '#domain/study/booklet.ts'

/** How a person wants to see the paper. */
export interface PreviewChoice {
  letterhead: boolean
  signature: boolean
  /** Key images on pages after the reports. */
  keyImages: KeyImageLayout | 'none'
  /** A signed revision that a later one replaced; empty for what is filed now. */
  revisionId: string
}

export const START_CHOICE: PreviewChoice = {
  letterhead: true,
  signature: true,
  keyImages: 'none',
  revisionId: '',
}
