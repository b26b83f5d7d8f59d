import mammoth from 'mammoth'

/** A Word document as HTML; each picture stands in it by a name of its own. */
export interface WordContent {
  /** Not cleaned yet. */
  html: string
  images: { name: string; bytes: Uint8Array }[]
}

/** Of mammoth's document tree, what alignment needs; its types leave the tree open. */
interface WordElement {
  type: string
  children?: WordElement[]
  alignment?: string | null
  styleName?: string | null
  numbering?: unknown
}

/** Word's names of alignments, and HTML's. `left` is how every text stands. */
const ALIGNMENTS: Readonly<Record<string, string>> = {
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
}
/** Paragraph styles that become something else than a plain paragraph. */
const TAGS: Readonly<Record<string, string>> = {
  '': 'p',
  'heading 1': 'h1',
  'heading 2': 'h2',
  'heading 3': 'h3',
}
/** No style of Word is called so. */
const MARK = '@aligned-'

const STYLE_MAP = [
  ...Object.entries(TAGS).flatMap(([style, tag]) =>
    ['center', 'right', 'justify'].map(
      (align) => `p[style-name='${style}${MARK}${align}'] => ${tag}[align='${align}']:fresh`,
    ),
  ),
  'u => u',
  'strike => s',
]

/** Reads a .docx. Throws where it is none. Nothing outside the file is read. */
export async function convertWord(buffer: Buffer): Promise<WordContent> {
  const images: WordContent['images'] = []
  const { value } = await mammoth.convertToHtml(
    { buffer },
    {
      styleMap: STYLE_MAP,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      ignoreEmptyParagraphs: false,
      transformDocument: (document: WordElement) => markAlignment(document),
      convertImage: mammoth.images.imgElement(async (image) => {
        const name = `word-image-${images.length}`
        images.push({ name, bytes: new Uint8Array(await image.readAsArrayBuffer()) })
        return { src: name }
      }),
    },
  )
  return { html: value, images }
}

/** Mammoth maps styles and not alignment: an aligned paragraph is given a style of that name. Lists keep theirs. */
function markAlignment(element: WordElement): WordElement {
  const children = element.children?.map(markAlignment)
  const inside = children ? { ...element, children } : element
  const align = ALIGNMENTS[element.alignment ?? '']
  if (element.type !== 'paragraph' || align === undefined || element.numbering) return inside
  const style = (element.styleName ?? '').toLowerCase()
  return { ...inside, styleName: `${style in TAGS ? style : ''}${MARK}${align}` }
}
