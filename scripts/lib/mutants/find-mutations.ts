import { parseSync } from 'vite'

/** One change of a source file that a test should detect. */
export interface Mutation {
  /** Counted from 1. */
  line: number
  /** In characters of the file. */
  start: number
  end: number
  /** The replacement. */
  text: string
  /** In words. */
  what: string
}

/** A node of the parser's syntax tree. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

type Found = Pick<Mutation, 'start' | 'end' | 'text' | 'what'>
type Operator = (node: Node, source: string) => Found[]

/** The replacement of each binary operator. */
const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}

const NOTHING = 'undefined as never'

const swapOperator: Operator = (node, source) => {
  const { left, right, operator } = node as Node & { left: Node; right: Node; operator: string }
  const swapped = SWAPPED[operator]
  if (swapped === undefined) return []
  const start = left.end + source.slice(left.end, right.start).indexOf(operator)
  return [{ start, end: start + operator.length, text: swapped, what: `${operator} becomes ${swapped}` }]
}

const negate: Operator = (node, source) => {
  const test = node.test as Node | null
  // Comparisons and logical operators are mutated separately.
  if (!test || test.type === 'BinaryExpression' || test.type === 'LogicalExpression') return []
  const { start, end } = test
  return [{ start, end, text: `!(${source.slice(start, end)})`, what: `${short(source, test)} is negated` }]
}

const shiftConstant: Operator = (node) => {
  const { start, end, value } = node
  if (typeof value === 'boolean')
    return [{ start, end, text: String(!value), what: `${value} becomes ${!value}` }]
  if (typeof value !== 'number') return []
  return [value + 1, value - 1].map((other) => ({
    start,
    end,
    text: other < 0 ? `(${other})` : String(other),
    what: `${value} becomes ${other}`,
  }))
}

const removeStatement: Operator = (node, source) => {
  const { start, end } = node
  const { type } = node.expression as Node
  // A bare text has no effect: 'use strict'.
  if (type === 'Literal') return []
  return [{ start, end, text: ';', what: `${short(source, node)} is removed` }]
}

const returnNothing: Operator = (node, source) => {
  const argument = node.argument as Node | null
  if (!argument || isNothing(argument)) return []
  const { start, end } = argument
  return [{ start, end, text: NOTHING, what: `${short(source, argument)} is not returned` }]
}

const answerNothing: Operator = (node, source) => {
  const body = node.body as Node
  if (node.expression !== true || isNothing(body)) return []
  // Brackets contain an object, or a comparison whose operators are mutated separately.
  const isBracketed = source[body.start - 1] === '(' && body.type === 'ObjectExpression'
  const [start, end] = isBracketed ? [body.start - 1, body.end + 1] : [body.start, body.end]
  return [{ start, end, text: `(${NOTHING})`, what: `${short(source, body)} is not returned` }]
}

const isNothing = ({ type, name }: Node) => type === 'Identifier' && name === 'undefined'

const OPERATORS: Readonly<Record<string, Operator>> = {
  BinaryExpression: swapOperator,
  LogicalExpression: swapOperator,
  IfStatement: negate,
  ConditionalExpression: negate,
  WhileStatement: negate,
  Literal: shiftConstant,
  ExpressionStatement: removeStatement,
  ReturnStatement: returnNothing,
  ArrowFunctionExpression: answerNothing,
}

/** Types and re-exports do not run. */
const runsNowhere = ({ type }: Node) => type.startsWith('TS') && !KEPT_TYPES.includes(type)
/** They wrap an expression. */
const KEPT_TYPES = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
const MODULE_NODES = ['ImportDeclaration', 'ExportAllDeclaration']

/** Finds every mutation of a TypeScript file, in the order of its text. Throws if the file cannot be parsed. */
export function findMutations(path: string, source: string): Mutation[] {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const found: Found[] = []
  visit(program as unknown as Node, source, found)
  return found
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((one) => ({ ...one, line: source.slice(0, one.start).split('\n').length }))
}

function visit(node: Node, source: string, found: Found[]): void {
  if (runsNowhere(node) || MODULE_NODES.includes(node.type)) return
  found.push(...(OPERATORS[node.type]?.(node, source) ?? []))
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, source, found)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value

const SHORT = 60

function short(source: string, { start, end }: Pick<Node, 'start' | 'end'>): string {
  const text = source.slice(start, end).replace(/\s+/g, ' ')
  return text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text
}

/** Returns the file with one mutation. */
export const mutate = (source: string, { start, end, text }: Mutation): string =>
  source.slice(0, start) + text + source.slice(end)
