import { sentencesOf } from './sentences.ts'
import { type Side, type SideMention, sideMentions } from './side-mentions.ts'
import { type SidedFinding, sidedFindings } from './sided-findings.ts'
import type { CheckedReport, SignWarning } from './sign-warning.ts'

/**
 * The conclusion names a side that the findings do not: of the same finding (`calculus in the right kidney`, `left
 * renal stone`), of the same part of the body, or, if the findings name only one side and the conclusion only the
 * other, anywhere.
 */
export function sideDisagrees({ text }: CheckedReport): SignWarning[] {
  const [described, concluded] = [
    sentencesOf('report_data', text.report_data),
    sentencesOf('conclusion', text.conclusion),
  ]
  const ofFinding = otherSideOfFinding(described.flatMap(sidedFindings), concluded.flatMap(sidedFindings))
  if (ofFinding.length > 0) return withoutRepeats(ofFinding)
  const [findings, conclusion] = [described.flatMap(sideMentions), concluded.flatMap(sideMentions)]
  const ofAnatomy = otherSideOfAnatomy(findings, conclusion)
  return ofAnatomy.length > 0 ? withoutRepeats(ofAnatomy) : onlyOtherSide(findings, conclusion)
}

function otherSideOfFinding(
  findings: readonly SidedFinding[],
  conclusion: readonly SidedFinding[],
): SignWarning[] {
  return conclusion.flatMap((concluded) => {
    const same = findings.filter((found) => isSameFinding(found, concluded))
    return same.length > 0 && same.every(({ side }) => side !== concluded.side)
      ? [
          warn(
            same.map(({ mention }) => mention),
            concluded.mention,
          ),
        ]
      : []
  })
}

function isSameFinding(a: SidedFinding, b: SidedFinding): boolean {
  const [here, there] = [a.mention.anatomy, b.mention.anatomy]
  return a.finding === b.finding && (here === undefined || there === undefined || here === there)
}

function otherSideOfAnatomy(
  findings: readonly SideMention[],
  conclusion: readonly SideMention[],
): SignWarning[] {
  return conclusion.flatMap((concluded) => {
    const found = findings.filter(({ anatomy }) => anatomy !== undefined && anatomy === concluded.anatomy)
    const isNamed = concluded.sides.some((side) => found.some(({ sides }) => sides.includes(side)))
    return found.length > 0 && !isNamed ? [warn(found, concluded)] : []
  })
}

function onlyOtherSide(findings: readonly SideMention[], conclusion: readonly SideMention[]): SignWarning[] {
  const [found, concluded] = [onlySide(findings), onlySide(conclusion)]
  const [first] = conclusion
  return first && found && concluded && found !== concluded ? [warn(findings, first)] : []
}

function onlySide(mentions: readonly SideMention[]): Side | undefined {
  const sides = new Set(mentions.flatMap((mention) => mention.sides))
  return sides.size === 1 ? [...sides][0] : undefined
}

function warn(findings: readonly SideMention[], concluded: SideMention): SignWarning {
  const quoted = [...findings.slice(0, 1), concluded]
  return {
    rule: 'side_disagrees',
    sentences: quoted.map(({ sentence }) => sentence),
    found: quoted.map(({ words }) => words),
  }
}

/** One warning per pair of sentences, however often they name the side. */
function withoutRepeats(warnings: readonly SignWarning[]): SignWarning[] {
  const key = (warning: SignWarning) => JSON.stringify(warning.sentences)
  return warnings.filter((one, at) => warnings.findIndex((other) => key(other) === key(one)) === at)
}
