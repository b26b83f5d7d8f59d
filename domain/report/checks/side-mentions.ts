import { isDenied } from './negation.ts'
import type { Sentence } from './sign-warning.ts'

export type Side = 'left' | 'right'

/** A side that a sentence states for a part of the body. */
export interface SideMention {
  sides: readonly Side[]
  /** The paired body part, with one name for all its spellings; undefined if none is near. */
  anatomy: string | undefined
  /** As the text has it: `left lower lobe`. */
  words: string
  sentence: Sentence
}

/** Paired parts of the body, and the words that name them. */
const PAIRED: Record<string, string> = {
  kidney: 'kidneys?|renal|pelvicalyceal|hydronephrosis',
  ureter: 'ureters?|ureteric|ureteral|vesicoureteric|vuj|puj',
  adrenal: 'adrenals?',
  ovary: 'ovar(?:y|ies|ian)|adnexa[le]?',
  testis: 'testis|testes|testicles?|testicular|scrot(?:um|al)',
  breast: 'breasts?|axilla(?:ry)?',
  lung: 'lungs?|pulmonary|hilum|hilar|apex|apical|bronchus',
  pleura: 'pleura|pleural|pneumothorax|hemithorax|hemidiaphragm|costophrenic',
  shoulder: 'shoulders?|rotator cuff|supraspinatus|glenohumeral|humer(?:us|al)',
  clavicle: 'clavicles?|clavicular',
  elbow: 'elbows?',
  forearm: 'radius|ulna|forearm',
  wrist: 'wrists?|scaphoid|carpal',
  hand: 'hands?|thumb|fingers?|metacarpals?',
  hip: 'hips?|acetabul(?:um|ar)|femoral head|femoral neck',
  femur: 'femur|thigh',
  knee: 'knees?|menisc(?:us|al|i)|patella|patellar|cruciate',
  leg: 'tibia|tibial|fibula|calf|leg',
  ankle: 'ankles?|talus|malleol(?:us|ar)',
  foot: 'foot|feet|calcane(?:us|al)|metatarsals?|heel',
  orbit: 'orbits?|orbital|eyes?|globes?|optic nerve',
  sinus: 'maxillary|ethmoid|sphenoid|frontal sinus',
  frontal: 'frontal(?! sinus)',
  temporal: 'temporal',
  parietal: 'parietal',
  occipital: 'occipital',
  cerebellum: 'cerebell(?:um|ar)',
  hemisphere: 'hemispheres?|mca|basal ganglia|thalam(?:us|ic)|capsule',
  carotid: 'carotids?|ica|cca',
  iliac: 'iliac',
  mastoid: 'mastoids?|ears?|tympanic',
  parotid: 'parotids?|submandibular',
  tonsil: 'tonsils?|tonsillar',
  groin: 'inguinal|groins?',
  liver: 'liver|hepatic',
  thyroid: 'thyroid',
  lobe: 'lobes?|lobar',
}
const ANATOMY = new RegExp(
  `\\b(?:${Object.entries(PAIRED)
    .map(([name, words]) => `(?<${name}>${words})`)
    .join('|')})\\b`,
  'i',
)

const SIDE = /\b(?:left|right|bilateral(?:ly)?|both|lt\.?|rt\.?)(?:[ -](?:sided|hand(?: side)?|side))?\b/gi

/** `left` and `right` that do not name a side of the body. */
const NO_SIDE_BEFORE =
  /\b(?:was|is|been|were|be|being|has|all|shift(?:ed)?(?: is)?(?: seen)? to(?: the)?|deviat(?:ed|ion) to(?: the)?|displace[ds]?(?:ment)? to(?: the)?)\s+$/i
const NO_SIDE_BEHIND = /^(?:\s+(?:in (?:place|situ)|over|behind|angles?|away)\b|-?\s*to[ -](?:left|right)\b)/i
const FROM_THE_OTHER = /\b(?:left|right)[ -]to[ -]+$/i

/** How many words after a side may name its body part. */
const NEAR = /^(?:\s*\S+){0,6}/

/** The sides that a sentence states; negated ones, verbs and directions are skipped. */
export function sideMentions(sentence: Sentence): SideMention[] {
  const { text } = sentence
  return [...text.matchAll(SIDE)].flatMap((match) => {
    const [from, to] = [match.index, match.index + match[0].length]
    const [before, behind] = [text.slice(0, from), text.slice(to)]
    if (NO_SIDE_BEFORE.test(before) || NO_SIDE_BEHIND.test(behind) || FROM_THE_OTHER.test(before)) return []
    const near = nearOf(behind)
    const anatomy = anatomyIn(near) ?? (isSaidOfIt(before) ? anatomyBefore(before) : undefined)
    if (isDenied(text, from, to + near.length)) return []
    const words = anatomy && anatomyIn(near) ? `${match[0]}${near.slice(0, endOfAnatomy(near))}` : match[0]
    return [{ sides: sidesOf(match[0]), anatomy, words, sentence }]
  })
}

function sidesOf(word: string): readonly Side[] {
  if (/^l/i.test(word)) return ['left']
  return /^r/i.test(word) ? ['right'] : ['left', 'right']
}

/** The next words of the same clause, up to another side. */
function nearOf(behind: string): string {
  const [clause = ''] = behind.split(/[,;:.]|\b(?:left|right|bilateral|both|and|with|but)\b/i, 1)
  return NEAR.exec(clause)?.[0] ?? ''
}

/** `the kidney on the left`, `kidney: right` */
const isSaidOfIt = (before: string) => /(?:\b(?:on|of|at|in) the|\bon|[:(])\s*$/i.test(before)

function anatomyBefore(before: string): string | undefined {
  const clause = before.split(/[;.]/).at(-1) ?? ''
  const words = clause.split(/\s+/).slice(-8)
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const found = anatomyIn(words.slice(at).join(' '))
    if (found) return found
  }
  return undefined
}

/** The paired part that the words name first. A lobe on its own is the lung's. */
function anatomyIn(words: string): string | undefined {
  const groups = ANATOMY.exec(words)?.groups
  const name = groups && Object.keys(groups).find((one) => groups[one] !== undefined)
  if (name !== 'lobe') return name
  const organ = /\blobes? of (?:the )?(liver|thyroid|cerebellum|brain|prostate|parotid)\b/i.exec(words)?.[1]
  return organ?.toLowerCase() ?? 'lung'
}

function endOfAnatomy(words: string): number {
  const found = ANATOMY.exec(words)
  return found ? found.index + found[0].length : 0
}
