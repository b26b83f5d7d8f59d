import type { KeyImageLayout } from '#domain/study/booklet.ts'

/** The person's options for the paper. */
export interface PreviewChoice {
  letterhead: boolean
  signature: boolean
  /** Key images on pages after the reports. */
  keyImages: KeyImageLayout | 'none'
  /** A signed revision that was replaced; empty for the one filed now. */
  revisionId: string
}

export const START_CHOICE: PreviewChoice = {
  letterhead: true,
  signature: true,
  keyImages: 'none',
  revisionId: '',
}
