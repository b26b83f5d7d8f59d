const DENIED_BEFORE = /\b(?:no|not|without|neither|nor|never)\b/i
/** Between an examination and its time "without contrast" denies nothing. */
const DENIED_BETWEEN = /\b(?:not|neither|nor|never)\b|n['’]t\b/i
/** Denies nothing: "no change", "not only". */
const NO_DENIAL =
  /\b(?:no|without)\s+(?:\w+\s+)?(?:change|increase|growth|progression|delay)\b|\bnot\s+only\b/gi
const DENIED =
  /\b(?:not|no longer|n['’]t)\s+(?:\w+\s+){0,4}(?:needed|required?|indicated|necessary|recommended|warrant(?:ed)?|advised|need|helpful|useful)\b|\bunnecessary\b|\b(?:omitted|avoided|skipped|waived|cancell?ed|discontinued|stopped|dispensed|declined|refused)\b/i

/** True where the words from `from` to `to` are denied: in their clause before them, in them, or anywhere behind in it. */
export function isDenied(text: string, from: number, to: number): boolean {
  const muted = text.replace(NO_DENIAL, (words) => '~'.repeat(words.length))
  const [behind = ''] = muted.slice(to).split(/[;]|\b(?:but|however|unless|if)\b/i)
  const own = muted.slice(from, to)
  return (
    DENIED_BEFORE.test(lastClause(muted.slice(0, from))) ||
    DENIED_BETWEEN.test(own.split(/\bbut\b/i).at(-1) ?? '') ||
    DENIED.test(own) ||
    DENIED.test(behind)
  )
}

const lastClause = (text: string) => text.split(/[,;:]|\b(?:but|however|otherwise|although)\b/i).at(-1) ?? ''

/** All that follows takes back what stood before it: "No further follow-up needed." */
const NOTHING_MORE =
  /^(?:there (?:is|are) )?(?:no|without)(?: (?:need|indication) (?:for|of))?(?: (?:further|additional|other|more|routine|imaging|radiological|ct|mri|usg))* (?:follow[\s-]?ups?|imaging|surveillance|examinations?|studies|scans?|ct|mri|usg)(?: imaging| scans?)?(?: (?:is|are|was|seems?))?(?: (?:needed|required|necessary|indicated|recommended|advised|suggested|warranted))?[.!\s]*$/i

/** Whether a sentence or a part of one takes back what was asked for before it, without any condition. */
export const takesBack = (text: string): boolean => NOTHING_MORE.test(text.trim())

const HAPPENED =
  /(?<!\bbe\s)\b(?:performed|done|obtained|acquired|carried out)\b|\b(?:showed|shows|shown|showing|revealed|reveals|demonstrated|demonstrates|was|were|has been|have been|had|underwent|measures|measured|(?:is|are) on)\b/i
const FOUND =
  /\b(?:stable|unchanged|static|stationary|resolved|regressed|decreased|increased)\b|\b(?:no|without)\s+(?:\w+\s+)?(?:change|increase|growth|progression|recurrence)\b/i
const ASKED =
  /\b(?:recommend\w*|suggest\w*|advi[sc]e\w*|should|consider\w*|repeat|to be|needs?|may|can|could|plan\w*)\b/i
/** What is only supposed or sought, or a reason, is no finding: "if stable", "to confirm stability", "as it was small". */
const SUPPOSED =
  /\b(?:if|when|once|unless|provided|until|whether|because|since|given|due to|in view of|as (?:the|this|these|it|there)|to (?:confirm|ensure|assess|exclude|document|establish|see|look|check|show|evaluate))\b.*$/i

/**
 * Whether the clause around the words from `from` to `to` tells what an examination has shown, and asks for none: "stable
 * on CT at 24 months".
 */
export function isFinding(text: string, from: number, to: number): boolean {
  const start = Math.max(...[...text.slice(0, from).matchAll(/[,;:]/g)].map(({ index }) => index + 1), 0)
  const end = /[,;:]/.exec(text.slice(to))?.index ?? text.length - to
  const head = text.slice(start, from)
  const clause = text.slice(start, to + end)
  // "If stable, CT in 12 months" is cut at the comma already; "If stable CT in 12 months" has its condition before the words.
  const isSupposed = SUPPOSED.test(head)
  const said = isSupposed ? clause.slice(head.length) : clause.replace(SUPPOSED, '')
  if (HAPPENED.test(said)) return true
  return FOUND.test(said) && !ASKED.test(said)
}
