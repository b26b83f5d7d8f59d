import { symbolsOf } from './symbol-text.ts'
import { chosenColour } from './word-colours.ts'
import { cssOf, isOwn, listPath, markOf, type WordMarks } from './word-marks.ts'
import {
  allOf,
  childOf,
  element,
  holds,
  switchOf,
  textElement,
  valueOf,
  type WordNode,
  wordsIn,
} from './word-node.ts'
import type { WordCounts } from './word-notes.ts'
import type { ListCounter, ListLevel } from './word-numbering.ts'
import type { WordStyle } from './word-styles.ts'

/** The data for reading the document's parts. */
export interface Preparing {
  styleOf: (id: string | undefined) => WordStyle
  lists: ListCounter
  counts: WordCounts
  /** The style of the present paragraph. */
  paragraph?: WordStyle
  marks: WordMarks
}

/** Alone in the first paragraph of a cell, and removed with it again. */
export const CELL_MARK = '\ue000'
const TWIPS_A_PIXEL = 15

/** Tags of paragraph styles; every other style is a plain paragraph. */
const TAGS: Readonly<Record<string, string>> = {
  'heading 1': 'h1',
  'heading 2': 'h2',
  'heading 3': 'h3',
  title: 'h1',
  'heading 4': 'h3',
  'heading 5': 'h3',
  'heading 6': 'h3',
  subtitle: 'h2',
}
const ALIGNMENTS: Readonly<Record<string, string>> = {
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
}

/**
 * Converts a Word document so that its look is in styles of ours, because the converter maps only styles:
 * colours, alignment, direction, the number of each list item, widths and shades of cells. Removes hidden
 * text, replaces fields with their text and page breaks with spaces.
 */
export const prepareNodes = (nodes: readonly WordNode[], work: Preparing): WordNode[] =>
  nodes.flatMap((node) => prepare(node, work))

function prepare(node: WordNode, work: Preparing): WordNode[] {
  const { counts } = work
  switch (node.name) {
    case 'w:del':
    case 'w:moveFrom':
      if (wordsIn(node) !== '') counts.deleted += 1
      return []
    case 'm:oMath':
      counts.equations += 1
      return []
    case 'w:fldSimple':
      counts.fields += 1
      return prepareNodes(node.children, work)
    case 'w:fldChar':
      if (node.attributes['w:fldCharType'] === 'separate') counts.fields += 1
      return [node]
    case 'w:hyperlink':
      counts.links += 1
      return prepareNodes(node.children, work)
    case 'w:footnoteReference':
    case 'w:endnoteReference':
      counts.footnotes += 1
      return [node]
    case 'w:commentReference':
      counts.comments += 1
      return []
    case 'w:drawing':
      return prepareDrawing(node, work)
    case 'mc:AlternateContent':
      return prepareAlternatives(node, work)
    case 'w:br':
      return [prepareBreak(node, work)]
    case 'w:p':
      return [prepareParagraph(node, work)]
    case 'w:r':
      return prepareRun(node, work)
    case 'w:tbl':
      return [prepareTable(node, work)]
    default:
      return [{ ...node, children: prepareNodes(node.children, work) }]
  }
}

/** Keeps the words of text boxes, as the converter reads them. */
function prepareDrawing(node: WordNode, work: Preparing): WordNode[] {
  const boxes = allOf(node, 'w:txbxContent')
  const hasPicture = holds(node, 'a:blip')
  if (boxes.length === 0 && !hasPicture) work.counts.shapes += 1
  const texts = boxes.map((box) =>
    element('w:pict', {}, [element('v:textbox', {}, prepareNodes([box], work))]),
  )
  return hasPicture || boxes.length === 0 ? [...texts, node] : texts
}

/**
 * Keeps one of two forms of the same content, for new programs and for old ones. Only one of them is read and
 * counted.
 */
function prepareAlternatives(node: WordNode, work: Preparing): WordNode[] {
  const [choice, fallback] = [childOf(node, 'mc:Choice'), childOf(node, 'mc:Fallback')]
  if (!fallback) return choice ? prepareNodes(choice.children, work) : []
  const isShape = choice && !holds(choice, 'a:blip') && !holds(choice, 'w:txbxContent')
  if (isShape && holds(choice, 'w:drawing')) work.counts.shapes += 1
  return prepareNodes(fallback.children, work)
}

function prepareBreak(node: WordNode, { counts }: Preparing): WordNode {
  if (!/^(page|column)$/.test(node.attributes['w:type'] ?? '')) return node
  counts.pageBreaks += 1
  return textElement(' ')
}

function prepareRun(node: WordNode, work: Preparing): WordNode[] {
  const properties = childOf(node, 'w:rPr')
  const style = work.styleOf(valueOf(properties, 'w:rStyle'))
  const { paragraph } = work
  // A switch that both styles turn on is off (ECMA-376 17.7.3).
  const isHiddenByStyle = style.isHidden !== (paragraph?.isHidden ?? false)
  if (switchOf(properties, 'w:vanish') ?? isHiddenByStyle) {
    if (wordsIn(node) !== '') work.counts.hidden += 1
    // A field that begins in hidden text ends there or after it, so its marks are kept.
    const marks = node.children.filter(({ name }) => name === 'w:fldChar' || name === 'w:instrText')
    return marks.length > 0 ? [element('w:r', {}, marks)] : []
  }
  if (childOf(properties, 'w:rFonts') || childOf(properties, 'w:sz')) work.counts.fonts += 1
  if (switchOf(properties, 'w:caps') || switchOf(properties, 'w:smallCaps')) work.counts.capitals += 1
  const css = cssOf({
    color: chosenColour(valueOf(properties, 'w:color') ?? style.color ?? paragraph?.color),
    'background-color':
      chosenColour(valueOf(properties, 'w:highlight')) ??
      chosenColour(childOf(properties, 'w:shd')?.attributes['w:fill']),
  })
  const children = prepareNodes(
    node.children
      .filter(({ name }) => name !== 'w:rPr')
      .flatMap((child) => symbolsOf(child, childOf(properties, 'w:rFonts'))),
    work,
  )
  const kept = (properties?.children ?? []).filter(
    ({ name }) => name !== 'w:rStyle' || (css === '' && !isOwn(properties, name)),
  )
  // Otherwise bold and italic of a style would be lost with it.
  if (css !== '' && style.name === 'Strong') kept.push(element('w:b'))
  if (css !== '' && style.name === 'Emphasis') kept.push(element('w:i'))
  if (css !== '') {
    work.counts.colours += 1
    const id = markOf(work, 'character', `span[style='${css}']`)
    kept.unshift(element('w:rStyle', { 'w:val': id }))
  }
  return [{ ...node, children: [element('w:rPr', {}, kept), ...children] }]
}

function prepareParagraph(node: WordNode, work: Preparing): WordNode {
  const properties = childOf(node, 'w:pPr')
  const style = work.styleOf(valueOf(properties, 'w:pStyle'))
  const isRtl = switchOf(properties, 'w:bidi') ?? style.isRtl ?? false
  const levels = levelsOf(properties, style, work)
  const children = prepareNodes(
    node.children.filter(({ name }) => name !== 'w:pPr'),
    { ...work, paragraph: style },
  )
  const align = ALIGNMENTS[valueOf(properties, 'w:jc') ?? style.align ?? '']
  const tag = TAGS[style.name.toLowerCase()] ?? 'p'
  const attributes = [
    // Word's "right" means the end of a line.
    ...(align ? [`[align='${align === 'right' && isRtl ? 'end' : align}']`] : []),
    ...(isRtl ? ["[dir='rtl']"] : []),
    ...shadeOf(properties, style, work),
  ].join('')
  if (isRtl) work.counts.rightToLeft += 1
  if (levels) {
    work.counts.items += 1
    if (align) work.counts.listAlignments += 1
  } else if (tag === 'p') work.counts.paragraphs += 1
  else work.counts.headings += 1
  if (align && !levels) work.counts.aligned += 1
  const path = levels ? listPath(levels, isRtl) : attributes === '' ? undefined : `${tag}${attributes}:fresh`
  const kept = (properties?.children ?? []).filter(
    ({ name }) =>
      name !== 'w:numPr' && (name !== 'w:pStyle' || (path === undefined && !isOwn(properties, name))),
  )
  if (path !== undefined) kept.unshift(element('w:pStyle', { 'w:val': markOf(work, 'paragraph', path) }))
  return { ...node, children: [element('w:pPr', {}, kept), ...children] }
}

function levelsOf(
  properties: WordNode | undefined,
  style: WordStyle,
  { lists }: Preparing,
): ListLevel[] | undefined {
  const numbers = childOf(properties, 'w:numPr')
  const numId = valueOf(numbers, 'w:numId') ?? style.numbering?.numId
  const byStyle = numId === undefined ? undefined : lists.levelOfStyle(numId, valueOf(properties, 'w:pStyle'))
  const level = Number(valueOf(numbers, 'w:ilvl') ?? byStyle ?? style.numbering?.level ?? '0')
  // Number 0 removes a paragraph from the list of its style.
  const levels =
    numId === undefined || numId === '0' || !(level >= 0 && level <= 8) ? undefined : lists.item(numId, level)
  if (!levels) lists.close()
  return levels
}

function shadeOf(properties: WordNode | undefined, style: WordStyle, { counts }: Preparing): string[] {
  const fill = chosenColour(childOf(properties, 'w:shd')?.attributes['w:fill'] ?? style.fill)
  if (fill === undefined) return []
  counts.colours += 1
  return [`[style='${cssOf({ 'background-color': fill })}']`]
}

function prepareTable(node: WordNode, work: Preparing): WordNode {
  work.counts.tables += 1
  work.lists.close()
  const grid = (childOf(node, 'w:tblGrid')?.children ?? []).map((column) =>
    Math.round(Number(column.attributes['w:w'] ?? '0') / TWIPS_A_PIXEL),
  )
  const rows = node.children.map((row) => {
    if (row.name !== 'w:tr') return row
    let at = 0
    const cells = row.children.map((cell) => {
      if (cell.name !== 'w:tc') return cell
      const span = Number(valueOf(childOf(cell, 'w:tcPr'), 'w:gridSpan') ?? '1')
      const widths = grid.slice(at, at + span)
      at += span
      return prepareCell(cell, widths, work)
    })
    return { ...row, children: cells }
  })
  return { ...node, children: rows }
}

function prepareCell(cell: WordNode, widths: readonly number[], work: Preparing): WordNode {
  const [properties, rest] = [
    cell.children.filter(({ name }) => name === 'w:tcPr'),
    cell.children.filter(({ name }) => name !== 'w:tcPr'),
  ]
  const fill = chosenColour(childOf(properties[0], 'w:shd')?.attributes['w:fill'])
  if (fill !== undefined) work.counts.colours += 1
  const look = [
    ...(fill === undefined ? [] : [`bg-${fill.slice(1)}`]),
    ...(widths.length > 0 && widths.every((width) => width > 0 && width <= 10_000)
      ? [`w-${widths.join('-')}`]
      : []),
  ].join('_')
  const inside = prepareNodes(rest, work)
  work.lists.close()
  if (look === '') return { ...cell, children: [...properties, ...inside] }
  const id = markOf(work, 'paragraph', `p.${CELL_CLASS}${look}:fresh`)
  const mark = element('w:p', {}, [
    element('w:pPr', {}, [element('w:pStyle', { 'w:val': id })]),
    element('w:r', {}, [textElement(CELL_MARK)]),
  ])
  return { ...cell, children: [...properties, mark, ...inside] }
}

/** Prefix of the class names that describe a cell's look in its marking paragraph. */
export const CELL_CLASS = 'word-cell-'
