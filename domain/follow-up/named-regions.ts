/**
 * Parts of the body as recommendations, studies and services name them. The words are one regular expression without
 * brackets around it, understood alike by JavaScript and PostgreSQL.
 */
export const REGION_WORDS = {
  head: 'heads?|brain|cranial|skull|intracranial|cerebral|pituitary|sella',
  face: 'face|facial|sinus|sinuses|pns|orbits?|orbital|temporal bones?|mandible|maxilla|tmj',
  neck: 'neck|carotids?|larynx|laryngeal|parotid|nasopharynx',
  thyroid: 'thyroid',
  spine: 'spine|spinal|lumbar|lumbosacral|sacrum|sacral|vertebra\\w*',
  chest: 'chest|thorax|thoracic|lungs?|pulmonary|mediastin\\w*|hrct|cxr|ribs?',
  heart: 'heart|cardiac|coronary|myocardi\\w*',
  breast: 'breasts?|mammogra\\w*|axillae?|tomosynthesis',
  abdomen:
    'abdomen|abdominal|abdominopelvic|liver|hepatic|pancreas|pancreatic|kidneys?|renal|kub|adrenals?|spleen|splenic|gallbladder|biliary|bowel|enterograph\\w*|mrcp|urogra\\w*|whole abdomen',
  pelvis:
    'pelvis|pelvic|abdominopelvic|uterus|uterine|ovar\\w*|adnexal?|prostate|bladder|scrot\\w*|testi\\w*|rectum|rectal|obstetric|fetal|foetal',
  aorta: 'aorta|aortic|aortogra\\w*',
  shoulder: 'shoulders?|clavicle|scapula',
  arm: 'arms?|humerus|elbows?|forearm|radius|ulna|upper limbs?',
  hand: 'wrists?|hands?|fingers?|scaphoid|thumbs?',
  hip: 'hips?|femoral neck',
  leg: 'legs?|femur|thighs?|tibia|fibula|calf|calves|lower limbs?',
  knee: 'knees?|patella',
  foot: 'foot|feet|ankles?|toes?|heels?|calcane\\w*',
} as const satisfies Record<string, string>

export type Region = keyof typeof REGION_WORDS
export const REGIONS = Object.keys(REGION_WORDS) as Region[]

const PATTERNS = REGIONS.map((region) => ({
  region,
  pattern: new RegExp(`\\b(?:${REGION_WORDS[region]})\\b`, 'i'),
}))

/** The parts of the body that a text names. */
export const regionsIn = (text: string): Region[] =>
  PATTERNS.filter(({ pattern }) => pattern.test(text)).map(({ region }) => region)

/**
 * Whether an examination with that name can be the one that was asked for: no part was asked for, it names none, or it
 * names one of those. A CT of the head does not answer a follow-up of the chest.
 */
export function coversRegions(wanted: readonly Region[], name: string): boolean {
  const named = regionsIn(name)
  return wanted.length === 0 || named.length === 0 || named.some((region) => wanted.includes(region))
}
