/** How a stretch of text looks; sizes in points. */
export interface TextStyle {
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  script: 'none' | 'sub' | 'sup'
  /** #rrggbb */
  color: string
  /** #rrggbb painted behind the text, or none. */
  highlight?: string
  /** #rrggbb that the text stands on, painted by whomever: the paper, a table cell. */
  ground: string
  size: number
}

/** What stands in a line of a paragraph. An image's size in points is final but for the width of the line. */
export type Inline =
  | { kind: 'text'; text: string; style: TextStyle }
  | { kind: 'break' }
  | {
      kind: 'image'
      imageId: string
      width: number
      height: number
      /** What it shows, in words. */
      alt?: string
    }

export const PLAIN: TextStyle = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  script: 'none',
  color: '#000000',
  ground: '#ffffff',
  size: 10.5,
}

/** A run of plain text in the given style. */
export const textRun = (text: string, style: Partial<TextStyle> = {}): Inline => ({
  kind: 'text',
  text,
  style: { ...PLAIN, ...style },
})
