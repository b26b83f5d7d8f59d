import type { MarkupElement, MarkupImage, MarkupNode } from '#domain/report/markup-node.ts'
import type { Inline, TextStyle } from '../text/inline.ts'
import { readableColor } from './readable-color.ts'

/** Size of an image in pixels, or undefined for an unreadable one. */
export type ImageSize = { width: number; height: number } | undefined

/** Values that the markup itself does not contain. */
export interface MarkupFrame {
  /** The space of a line and of a page, in points; no image is larger. */
  measure: { width: number; height: number }
  sizeOf: (fileId: string) => ImageSize
}

const POINTS_PER_PIXEL = 0.75
/** Shown instead of a missing or unreadable image. */
const MISSING_IMAGE = { width: 240, height: 120 }

const MARKS: Partial<Record<MarkupElement['tag'], Partial<TextStyle>>> = {
  strong: { bold: true },
  b: { bold: true },
  em: { italic: true },
  i: { italic: true },
  u: { underline: true },
  s: { strike: true },
  sub: { script: 'sub' },
  sup: { script: 'sup' },
}

/** Collects the texts, breaks and images of a paragraph; white space collapses as in a browser. */
export function inlinesFromMarkup(
  nodes: readonly MarkupNode[],
  style: TextStyle,
  frame: MarkupFrame,
): Inline[] {
  const inlines: Inline[] = []
  gather(nodes, style, frame, inlines)
  return collapseSpaces(inlines)
}

function gather(nodes: readonly MarkupNode[], style: TextStyle, frame: MarkupFrame, into: Inline[]) {
  for (const node of nodes) {
    if (node.kind === 'text') into.push({ kind: 'text', text: node.text.replaceAll('\u00AD', ''), style })
    else if (node.tag === 'br') into.push({ kind: 'break' })
    else if (node.tag === 'img') into.push(imageInline(node, frame))
    else if ('children' in node) gather(node.children, markStyle(style, node), frame, into)
  }
}

/** Returns the style inside an element: its mark, and its colours made readable on paper. */
export function markStyle(style: TextStyle, element: MarkupElement): TextStyle {
  const { color, backgroundColor } = element.style
  const ground = backgroundColor ?? style.ground
  return {
    ...style,
    ...MARKS[element.tag],
    ...(backgroundColor && { highlight: backgroundColor }),
    ground,
    color: readableColor(color ?? style.color, ground),
  }
}

function imageInline(image: MarkupImage, { measure, sizeOf }: MarkupFrame): Inline {
  const own = sizeOf(image.fileId) ?? MISSING_IMAGE
  const wanted = image.style.width
  const width =
    wanted?.unit === '%'
      ? (measure.width * wanted.value) / 100
      : (wanted?.value ?? image.width ?? own.width) * POINTS_PER_PIXEL
  const ratio = image.width && image.height && !wanted ? image.height / image.width : own.height / own.width
  // A little less than the page, because the line of the image has a descent, too.
  const scale = Math.min(1, measure.width / width, (measure.height - 12) / (width * ratio))
  return {
    kind: 'image',
    imageId: image.fileId,
    width: width * scale,
    height: width * ratio * scale,
    ...(image.alt.trim() !== '' && { alt: image.alt }),
  }
}

/**
 * Collapses runs of blanks into one, and removes them at the start and end of a line. No-break spaces stay as
 * they are.
 */
function collapseSpaces(inlines: readonly Inline[]): Inline[] {
  let afterSpace = true
  const forward = inlines.map((inline) => {
    if (inline.kind !== 'text') {
      afterSpace = inline.kind === 'break'
      return inline
    }
    let text = inline.text.replace(/[ \t\r\n\f]+/g, ' ')
    if (afterSpace) text = text.replace(/^ /, '')
    if (text !== '') afterSpace = text.endsWith(' ')
    return { ...inline, text }
  })
  return trimLineEnds(forward).filter((inline) => inline.kind !== 'text' || inline.text !== '')
}

function trimLineEnds(inlines: readonly Inline[]): Inline[] {
  let atLineEnd = true
  return inlines
    .toReversed()
    .map((inline) => {
      if (inline.kind !== 'text') {
        atLineEnd = inline.kind === 'break'
        return inline
      }
      const text = atLineEnd ? inline.text.replace(/ $/, '') : inline.text
      if (text !== '') atLineEnd = false
      return { ...inline, text }
    })
    .reverse()
}
