import { isDenied } from './negation.ts'
import { type Side, type SideMention, sideMentions } from './side-mentions.ts'
import type { Sentence } from './sign-warning.ts'

/** A finding that a clause states on one side. */
export interface SidedFinding {
  /** One name for all spellings of a finding. */
  finding: string
  side: Side
  mention: SideMention
}

const FINDINGS: Record<string, RegExp> = {
  calculus: /\b(?:calcul(?:us|i)|stones?|\w*lithiasis)\b/i,
  hydronephrosis: /\bhydro(?:uretero)?nephrosis\b/i,
  cyst: /\bcysts?\b/i,
  mass: /\b(?:mass(?:es)?|tumou?rs?|neoplasms?|carcinoma)\b/i,
  lesion: /\blesions?\b/i,
  nodule: /\bnodules?\b/i,
  fracture: /\bfractures?\b/i,
  effusion: /\beffusions?\b/i,
  pneumothorax: /\bpneumothorax\b/i,
  consolidation: /\b(?:consolidations?|pneumonia)\b/i,
  atelectasis: /\b(?:atelectasis|collapse)\b/i,
  tear: /\btears?\b/i,
  dislocation: /\b(?:dislocation|subluxation)\b/i,
  haematoma: /\bha?ematomas?\b/i,
  haemorrhage: /\bha?emorrhages?\b/i,
  infarct: /\binfarct(?:s|ion)?\b/i,
  hernia: /\bhernias?\b/i,
  thrombus: /\b(?:thrombus|thrombosis|dvt)\b/i,
  stenosis: /\bstenosis\b/i,
  abscess: /\babscess(?:es)?\b/i,
}

/** The findings that a sentence states, each with its side; clause by clause if the sentence has two sides. */
export function sidedFindings(sentence: Sentence): SidedFinding[] {
  const whole = inOneSide(sentence.text, sentence)
  if (whole) return whole
  return sentence.text
    .split(/[,;]|\b(?:and|but|while|whereas)\b/i)
    .flatMap((clause) => inOneSide(clause, sentence) ?? [])
}

/** Undefined if the words name both sides. */
function inOneSide(text: string, sentence: Sentence): SidedFinding[] | undefined {
  const mentions = sideMentions({ ...sentence, text })
  const sides = new Set(mentions.flatMap((mention) => mention.sides))
  if (sides.size > 1) return undefined
  const [mention] = mentions
  const [side] = sides
  if (!mention || !side) return []
  return Object.entries(FINDINGS).flatMap(([finding, words]) => {
    const found = words.exec(text)
    const isStated = found && !isDenied(text, found.index, found.index + found[0].length)
    return isStated ? [{ finding, side, mention: { ...mention, sentence } }] : []
  })
}
