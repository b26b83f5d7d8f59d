import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { CELL_CLASS, CELL_MARK, type Preparing, prepareNodes } from './prepare-document.ts'
import { element, readPart, type WordNode, wordsIn, writePart } from './word-node.ts'
import { noCounts, notesOf, type WordNotes } from './word-notes.ts'
import { ListCounter } from './word-numbering.ts'
import { stylesOf } from './word-styles.ts'

/** A Word document as HTML; each picture has a unique name in it. */
export interface WordContent {
  /** Not cleaned yet. */
  html: string
  images: { name: string; bytes: Uint8Array }[]
  notes: WordNotes
}

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/**
 * Reads a .docx whose sizes were checked before (docs/decisions/252), because its uncompressed content is
 * held in memory. Throws for another file. Reads nothing outside the file.
 */
export async function convertWord(docx: Uint8Array): Promise<WordContent> {
  const parts = unzipSync(docx)
  const { changed, marks, counts } = prepared(parts)
  const bytes = new Uint8Array(zipSync({ ...parts, ...changed }, { level: 0 }))
  const images: WordContent['images'] = []
  const source = { arrayBuffer: bytes.buffer, buffer: bytes } as unknown as { arrayBuffer: ArrayBuffer }
  const { value, messages } = await mammoth.convertToHtml(source, {
    styleMap: [...marks, 'u => u', 'strike => s'],
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    ignoreEmptyParagraphs: false,
    convertImage: mammoth.images.imgElement(async (image) => {
      const name = `word-image-${images.length}`
      images.push({ name, bytes: new Uint8Array(await image.readAsArrayBuffer()) })
      return { src: name }
    }),
  })
  counts.symbols = messages.filter(({ message }) => message.includes('w:sym')).length
  return { html: withCells(value), images, notes: notesOf(counts) }
}

function prepared(parts: Readonly<Record<string, Uint8Array>>) {
  const textOf = (path: string) => (parts[path] === undefined ? undefined : strFromU8(parts[path]))
  const path = documentPath(textOf('_rels/.rels'))
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const source = textOf(path)
  if (source === undefined) throw new Error('a Word document without a text')
  const work: Preparing = {
    styleOf: stylesOf(textOf(`${folder}styles.xml`)),
    lists: new ListCounter(textOf(`${folder}numbering.xml`)),
    counts: noCounts(),
    marks: new Map(),
  }
  const document = writePart(prepareNodes(readPart(source), work))
  const footnotes = preparedNotes(folder, textOf, work)
  work.counts.margins = Object.entries(parts).filter(
    ([path, part]) =>
      /^word\/(header|footer)\d*\.xml$/.test(path) &&
      readPart(strFromU8(part)).some((node) => wordsIn(node).trim() !== ''),
  ).length
  const own = [...work.marks.values()].map(({ id, kind }) =>
    element('w:style', { 'w:type': kind, 'w:styleId': id }, [element('w:name', { 'w:val': id })]),
  )
  const marks = [...work.marks].map(
    ([path, { id, kind }]) => `${kind === 'paragraph' ? 'p' : 'r'}[style-name='${id}'] => ${path}`,
  )
  const changed = {
    [path]: strToU8(document),
    ...footnotes,
    [`${folder}styles.xml`]: strToU8(withStyles(textOf(`${folder}styles.xml`), own)),
  }
  return { changed, marks, counts: work.counts }
}

/** Prepares footnotes and endnotes by the same rules; omitted parts of them are counted with the document's. */
function preparedNotes(
  folder: string,
  textOf: (path: string) => string | undefined,
  work: Preparing,
): Record<string, Uint8Array> {
  const paths = [`${folder}footnotes.xml`, `${folder}endnotes.xml`]
  return Object.fromEntries(
    paths.flatMap((path): [string, Uint8Array][] => {
      const source = textOf(path)
      if (source === undefined) return []
      const counts = noCounts()
      const lists = new ListCounter(textOf(`${folder}numbering.xml`))
      const nodes = prepareNodes(readPart(source), { ...work, lists, counts })
      work.counts.hidden += counts.hidden
      work.counts.deleted += counts.deleted
      return [[path, strToU8(writePart(nodes))]]
    }),
  )
}

/** Returns the path of the document's text: some programs call it document2.xml. */
function documentPath(relations: string | undefined): string {
  const tags = (relations ?? '').match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? []
  const tag = tags.find((one) => /Type="[^"]*\/officeDocument"/.test(one))
  return (/\sTarget="([^"]*)"/.exec(tag ?? '')?.[1] ?? 'word/document.xml').replace(/^\//, '')
}

function withStyles(xml: string | undefined, own: WordNode[]): string {
  const nodes = xml === undefined ? [] : readPart(xml)
  const root = nodes.find(({ name }) => name === 'w:styles')
  if (!root) return writePart([element('w:styles', { 'xmlns:w': MAIN }, own)])
  root.children.push(...own)
  return writePart(nodes)
}

const CELL = new RegExp(
  `<(td|th)([^>]*)><p class="${CELL_CLASS}(?:bg-([0-9a-f]{6}))?_?(?:w-([\\d-]+))?">${CELL_MARK}</p>`,
  'g',
)

/** Removes the marks of cells from their text and writes their meaning at the cells. */
const withCells = (html: string): string =>
  html.replace(CELL, (_, tag: string, attributes: string, fill?: string, widths?: string) => {
    const style = fill === undefined ? '' : ` style="background-color: #${fill}"`
    const width = widths === undefined ? '' : ` colwidth="${widths.replaceAll('-', ',')}"`
    return `<${tag}${attributes}${style}${width}>`
  })
