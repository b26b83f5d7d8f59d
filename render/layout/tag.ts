/** Roles of PDF's standard structure that our papers use (ISO 32000-1, 14.8.4). */
export type TagRole =
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'BlockQuote'
  | 'Div'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'

/**
 * A part of a paper's logical structure, for screen readers and other programs. One object is one part, on
 * however many pages it is painted.
 */
export interface Tag {
  role: TagRole
  /** The description of a figure for people who cannot see it. */
  alt?: string
  /** The words of a paragraph, from which its language is found. */
  words?: string
  rowSpan?: number
  columnSpan?: number
}

/** Parts that contain ink directly; ink painted directly in another part is decoration. */
const HOLDING: ReadonlySet<TagRole> = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'P', 'Lbl', 'Figure'])

export const holdsInk = ({ role }: Tag): boolean => HOLDING.has(role)
