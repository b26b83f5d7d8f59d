import { lettersOfInline } from '../inline-letters.ts'
import type { MarkupNode } from '../markup-node.ts'

/** Letters of a sentence that stand at one height. */
export interface SentenceRun {
  words: string
  raised?: 'sup' | 'sub'
}

/** The letters of a sentence, raised and lowered ones by themselves: `10` and `3` of 10³. */
export function runsOf(nodes: readonly MarkupNode[], raised?: SentenceRun['raised']): SentenceRun[] {
  const runs: SentenceRun[] = []
  for (const run of nodes.flatMap((node) => runsOfNode(node, raised))) {
    const last = runs.at(-1)
    if (last && last.raised === run.raised) runs[runs.length - 1] = { ...last, words: last.words + run.words }
    else runs.push(run)
  }
  return runs
}

function runsOfNode(node: MarkupNode, raised: SentenceRun['raised']): SentenceRun[] {
  if (node.kind === 'element' && 'children' in node)
    return runsOf(node.children, node.tag === 'sup' || node.tag === 'sub' ? node.tag : raised)
  return [{ words: lettersOfInline([node]), ...(raised && { raised }) }]
}

/** True where plain words say the same: without raised or lowered letters and without a picture. */
export const isPlainRun = (nodes: readonly MarkupNode[]): boolean =>
  nodes.every((node) => {
    if (node.kind === 'text' || node.tag === 'br') return true
    return 'children' in node && node.tag !== 'sup' && node.tag !== 'sub' && isPlainRun(node.children)
  })
