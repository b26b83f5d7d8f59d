import { XMLBuilder, XMLParser } from 'fast-xml-parser'

/** One element or text of a Word part: its name, its attributes as written, its children in order. */
export interface WordNode {
  name: string
  attributes: Record<string, string>
  children: WordNode[]
  /** Of a text; references are not resolved, so that it is written back unchanged. */
  text?: string
}

type Ordered = Record<string, unknown>

const DEPTH_MAX = 400
const OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
} as const
const parser = new XMLParser({
  ...OPTIONS,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  maxNestedTags: DEPTH_MAX,
})
const builder = new XMLBuilder({ ...OPTIONS, suppressEmptyNode: true })

/** Reads a part of a Word document. Throws if it is not XML or nests too deeply. */
export const readPart = (xml: string): WordNode[] => (parser.parse(xml) as Ordered[]).map(fromOrdered)

/** Writes a part back. */
export const writePart = (nodes: readonly WordNode[]): string => builder.build(nodes.map(toOrdered))

function fromOrdered(ordered: Ordered): WordNode {
  const name = Object.keys(ordered).find((key) => key !== ':@') ?? '#text'
  const attributes = (ordered[':@'] ?? {}) as Record<string, string>
  const inside = ordered[name]
  if (!Array.isArray(inside)) return { name, attributes, children: [], text: String(inside) }
  return { name, attributes, children: inside.map((child) => fromOrdered(child as Ordered)) }
}

const toOrdered = ({ name, attributes, children, text }: WordNode): Ordered => ({
  [name]: text ?? children.map(toOrdered),
  ':@': attributes,
})

/** Returns a new element. */
export const element = (
  name: string,
  attributes: Record<string, string> = {},
  children: WordNode[] = [],
): WordNode => ({ name, attributes, children })

/** Returns a new text element that keeps its spaces. */
export const textElement = (text: string): WordNode =>
  element('w:t', { 'xml:space': 'preserve' }, [{ name: '#text', attributes: {}, children: [], text }])

/** Returns the first child of a name. */
export const childOf = (node: WordNode | undefined, name: string): WordNode | undefined =>
  node?.children.find((child) => child.name === name)

/** Returns the value of the child of a name, as in `<w:jc w:val="center"/>`. */
export const valueOf = (node: WordNode | undefined, name: string): string | undefined =>
  childOf(node, name)?.attributes['w:val']

/** Returns whether a switch is on; undefined if it is absent. */
export function switchOf(node: WordNode | undefined, name: string): boolean | undefined {
  const found = childOf(node, name)
  return found && !/^(0|false|off)$/.test(found.attributes['w:val'] ?? '')
}

/** Returns true if an element or one of its descendants has a name. */
export const holds = (node: WordNode, name: string): boolean =>
  node.name === name || node.children.some((child) => holds(child, name))

/** Returns all elements of a name inside an element, the outermost of each branch. */
export const allOf = (node: WordNode, name: string): WordNode[] =>
  node.name === name ? [node] : node.children.flatMap((child) => allOf(child, name))

/** Returns the words of an element, including deleted ones. */
export const wordsIn = (node: WordNode): string =>
  node.name === '#text' ? (node.text ?? '') : node.children.map(wordsIn).join('')
