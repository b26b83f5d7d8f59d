/*
 * Words for parts of the body, as recommendations, studies and services name them. JavaScript and PostgreSQL read the same
 * regular expressions: small letters, words apart by one blank, letters behind a stem as `[a-z]*`.
 */

/** The ends of a bone or an organ that are called head and neck: `femoral head`, `neck of the left femur`. */
const endsOf = (adjectives: string, nouns: string) =>
  `(?:${adjectives}|${nouns}) (?:heads?|necks?)(?: and (?:heads?|necks?))?` +
  `|(?:heads?|necks?)(?: and (?:heads?|necks?))? of (?:the )?(?:(?:left|right|both) )?(?:${nouns})`

export const REGION_WORDS = {
  head: 'heads?|brain|cranial|cranium|skull|intracranial|cerebral|cerebell[a-z]*|neuro[a-z]*|pituitary|sella|sellar|scalp',
  face: 'face|facial|sinus|sinuses|pns|paranasal|nasal|nose|orbits?|orbital|temporal bones?|mastoids?|ears?|iac|mandible|mandibular|maxilla|maxillary|jaws?|dental|opg|tmj|zygoma[a-z]*',
  neck: 'necks?|carotids?|larynx|laryngeal|pharynx|oropharyn[a-z]*|hypopharyn[a-z]*|nasopharyn[a-z]*|parotids?|submandibular|salivary|parathyroid|trachea|tracheal|adenoids?|brachial plexus',
  thyroid: 'thyroid',
  spine:
    'spine|spinal|lumbar|lumbosacral|dorsolumbar|thoracolumbar|cervicodorsal|cervical|dorsal(?! (?:wrist|hand|foot|aspect|surface|vein))|sacrum|sacral|sacroiliac|si joints?|coccyx|vertebra[a-z]*',
  chest:
    'chest|thorax|thoracic|lungs?|pulmonary|mediastin[a-z]*|hrct|cxr|ribs?|sternum|sternal|pleura|pleural|bronch[a-z]*',
  heart: 'heart|cardiac|coronary|myocardi[a-z]*|pericardi[a-z]*|echocardiogra[a-z]*',
  breast: 'breasts?|mammo[a-z]*|sonomammogra[a-z]*|axilla[a-z]*|tomosynthesis',
  abdomen:
    'abdomen|abdominal|abdominopelvic|abdo|abd|liver|hepatic|hepatobiliary|pancreas|pancreatic|kidneys?|renal|kub|ureters?|ureteric|adrenals?|spleen|splenic|gallbladder|biliary|bowel|stomach|gastric|duoden[a-z]*|colon|colonogra[a-z]*|append[a-z]*|enterogra[a-z]*|mrcp|cholangio[a-z]*|urogra[a-z]*|ivp|ivu|retroperitone[a-z]*|peritone[a-z]*|mesenter[a-z]*|portal',
  pelvis:
    'pelvis|pelvic|abdominopelvic|uterus|uterine|endometri[a-z]*|cervix|ovary|ovaries|ovarian|adnexal?|follicular|prostat[a-z]*|bladder|urethra[a-z]*|hsg|scrot[a-z]*|testis|testes|testic[a-z]*|rectum|rectal|perianal|anal|inguinal|groins?|sacroiliac|si joints?|obstetrics?|obs|antenatal|anc|anomaly|nt|nuchal|tiffa|pregnan[a-z]*|gravid|fetal|foetal|fetus|foetus',
  aorta: 'aorta|aortic|aortogra[a-z]*',
  shoulder: 'shoulders?|clavicle|clavicular|scapula|scapular|glenoid|rotator cuff',
  arm: 'arms?|humerus|humeral|elbows?|forearm|radius|ulna|ulnar|upper limbs?|upper extremit[a-z]*',
  hand: 'wrists?|hands?|fingers?|scaphoid|thumbs?|carpal|carpus|metacarp[a-z]*',
  hip: 'hips?|acetabul[a-z]*',
  leg: 'legs?|femur|femurs|femora|femoral|thighs?|tibia|tibial|fibula|fibular|calf|calves|lower limbs?|lower extremit[a-z]*',
  knee: 'knees?|patella|patellar|popliteal|menisc[a-z]*',
  foot: 'foot|feet|ankles?|toes?|heels?|calcane[a-z]*|metatars[a-z]*|tarsal|talus|achilles|plantar',
} as const satisfies Record<string, string>

export type Region = keyof typeof REGION_WORDS
export const REGIONS = Object.keys(REGION_WORDS) as Region[]

/**
 * Names of one part that hold the word of another. They are read first, and their words count for nothing else. Of two that
 * begin alike the longer stands first: PostgreSQL takes the longest, JavaScript the first.
 */
const COMPOUNDS: Readonly<Partial<Record<Region, string>>> = {
  neck: 'cervical (?:lymph )?(?:nodes?|nodal|lymphaden[a-z]*|adenopathy)|cervical (?:ribs?|oesophagus|esophagus|trachea)',
  spine: '(?:thoracic|dorsal) (?:spine|spinal cord|cord|vertebra[a-z]*|discs?)',
  heart: 'coronary sinus',
  breast: 'radial scars?',
  abdomen: `${endsOf('pancreatic', 'pancreas|gall ?bladder')}|gall bladders?`,
  pelvis: `${endsOf('vesical', '(?:urinary )?bladder')}|(?:fetal|foetal) [a-z]+|cervical (?:cancer|carcinoma|ca|length|polyps?|fibroids?)`,
  shoulder: `${endsOf('humeral|scapular|glenoid', 'humerus|scapula')}|long head of (?:the )?biceps`,
  arm: endsOf('radial|ulnar', 'radius|ulna'),
  hand: endsOf('metacarpal', 'metacarpals?'),
  hip: endsOf('femoral', 'femurs?|femora'),
  leg: endsOf('fibular', 'fibula'),
  foot: `${endsOf('metatarsal|talar', 'metatarsals?|talus')}|sinus tarsi|dorsalis pedis`,
}

/** Phrases that hold the word of a part and name none, or the whole body. */
const NO_PART =
  'on the other hand|on one hand|in the face of|sinus (?:rhythm|tachycardia|bradycardia|tracts?)|pilonidal sinus' +
  '|(?:skull base|base of (?:the )?skull|skull|vertex|eyes?|head) to (?:mid )?(?:thighs?|toes?)|whole body'

/** What may stand in the name of an examination that names no part: its kind, and that it is one. */
const KIND =
  'ct|cect|ncct|ldct|computed|tomography|mr|mri|magnetic|resonance|usg|us|uss|ultrasound|ultrasonography|sonography' +
  '|xr|xray|x|rays?|radiograph|radiography|cr|dx|dr|digital|pt|pet|nm|nuclear|medicine|bmd|dexa|dxa|bone|mineral' +
  '|density|densitometry|mg|rf|fluoroscopy|sr|scans?|imaging|study|exam|examination|plain|contrast|enhanced|non|with' +
  '|without|and|low|dose|repeat|review|routine|follow|up|followup'

/** Something is done to the patient: its images answer no follow-up. */
const PROCEDURES =
  'guided|guidance|biops[a-z]*|fnac?|drainage|aspiration|pigtail|ablation|embolisation|embolization'

/** What stands between words. */
export const SEPARATORS = '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a0\\u2000-\\u206f]+'
/** Compounds in words with a blank at both ends. */
export const COMPOUND = ` (?:${[...Object.values(COMPOUNDS), NO_PART].join('|')})(?= )`
/** Matches the words of a name that says nothing but the kind of examination, or nothing at all. */
export const ONLY_KIND = `^ +(?:(?:${KIND}) )*$`
export const PROCEDURE = ` (?:${PROCEDURES}) `

/** Matches words that name the region: the words as they are, a bar, and the words without their compounds. */
export const NAMED = Object.fromEntries(
  REGIONS.map((region) => {
    const simple = `[|].* (?:${REGION_WORDS[region]}) `
    const compounds = COMPOUNDS[region]
    return [region, compounds === undefined ? simple : ` (?:${compounds}) |${simple}`]
  }),
) as Readonly<Record<Region, string>>
