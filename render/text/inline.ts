/** The look of a stretch of text; sizes in points. */
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
  /** #rrggbb behind the text, painted by the paper or a table cell. */
  ground: string
  size: number
}

/** The content of a paragraph's line. An image's size in points is final except for the width of the line. */
export type Inline =
  | { kind: 'text'; text: string; style: TextStyle }
  | { kind: 'break' }
  | {
      kind: 'image'
      imageId: string
      width: number
      height: number
      /** Its description, in words. */
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

/** Returns a run of plain text in the given style. */
export const textRun = (text: string, style: Partial<TextStyle> = {}): Inline => ({
  kind: 'text',
  text,
  style: { ...PLAIN, ...style },
})
