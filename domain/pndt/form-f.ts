/*
 * The fields of Form F, in one place.
 *
 * Source: the Pre-conception and Pre-natal Diagnostic Techniques (Prohibition of Sex Selection) Rules, 1996 (India), Form
 * F [section 4(3), rules 9(4) and 10(1A)], as substituted by the Amendment Rules of 2014 (G.S.R. 77(E)): sections A to
 * D. Numbers in brackets are those of the form. The wording was written down from knowledge of the form and not copied
 * from the gazette: a centre has it checked by its lawyer (docs/form-f.md).
 */
import type { AskedQuestion } from '../consent/answer-rules.ts'
import type { AnswerType } from '../consent/question.ts'
import { WOMAN_HINDI, WOMAN_NAME_HINDI } from './form-f-hindi.ts'
import type { FormFRuleWords } from './form-f-rule-words.ts'

/**
 * The parts of the form, each signed by itself: before the scan the woman's and the doctor's, after it the result. Section
 * C (invasive procedures) likewise: what is known before the procedure, and what came of it.
 */
export const FORM_F_PARTS = ['woman', 'doctor', 'result', 'invasive', 'invasiveResult'] as const
export type FormFPart = (typeof FORM_F_PARTS)[number]

/** What is asked; one that ends in * must be answered. */
interface Field {
  no: number
  ques: string
  type: AnswerType
  options?: readonly string[]
  /** Must be answered where one of these options of another field was chosen. */
  neededBy?: NeededBy
}

interface NeededBy {
  no: number
  options: readonly string[]
  /** What the page says then. */
  rule: keyof FormFRuleWords
}

/** Section B (10): the representative list of the form, i to xxiii. */
const INDICATIONS = [
  'i. To diagnose intra-uterine and/or ectopic pregnancy and confirm viability',
  'ii. Estimation of gestational age (dating)',
  'iii. Detection of number of fetuses and their chorionicity',
  'iv. Suspected pregnancy with IUCD in-situ or suspected pregnancy following contraceptive failure/MTP failure',
  'v. Vaginal bleeding/leaking',
  'vi. Follow-up of cases of abortion',
  'vii. Assessment of cervical canal and diameter of internal os',
  'viii. Discrepancy between uterine size and period of amenorrhea',
  'ix. Any suspected adnexal or uterine pathology/abnormality',
  'x. Detection of chromosomal abnormalities, fetal structural defects and other abnormalities and their follow-up',
  'xi. To evaluate fetal presentation and position',
  'xii. Assessment of liquor amnii',
  'xiii. Preterm labor/preterm premature rupture of membranes',
  'xiv. Evaluation of placental position, thickness, grading and abnormalities (placenta praevia, retroplacental hemorrhage, abnormal adherence etc.)',
  'xv. Evaluation of umbilical cord: presentation, insertion, nuchal encirclement, number of vessels and presence of true knot',
  'xvi. Evaluation of previous Caesarean Section scars',
  'xvii. Evaluation of fetal growth parameters, fetal weight and fetal well being',
  'xviii. Color flow mapping and duplex Doppler studies',
  'xix. Ultrasound guided procedures such as medical termination of pregnancy, external cephalic version etc. and their follow-up',
  'xx. Adjunct to diagnostic and therapeutic invasive interventions such as chorionic villus sampling (CVS), amniocenteses, fetal blood sampling, fetal skin biopsy, amnio-infusion, intrauterine infusion, placement of shunts etc.',
  'xxi. Observation of intra-partum events',
  'xxii. Medical/surgical conditions complicating pregnancy',
  'xxiii. Research/scientific studies in recognized institutions',
] as const

/** Section C (18). */
const BASES = ['Clinical', 'Bio-chemical', 'Cytogenetic'] as const
const OTHER_BASIS = 'Other (radiological, ultrasonography etc.)'

/** Section C (19). */
const CHILD = 'A. Previous child/children with'
const OTHER_DISORDER = `${CHILD}: viii. any other`
const FAMILY_DISEASE = 'C. Mother/father/sibling has genetic disease'
const OTHER_INDICATION = 'D. Other'
const INVASIVE_INDICATIONS = [
  `${CHILD}: i. chromosomal disorders`,
  `${CHILD}: ii. metabolic disorders`,
  `${CHILD}: iii. congenital anomaly`,
  `${CHILD}: iv. mental disability`,
  `${CHILD}: v. haemoglobinopathy`,
  `${CHILD}: vi. sex linked disorders`,
  `${CHILD}: vii. single gene disorder`,
  OTHER_DISORDER,
  'B. Advanced maternal age (35 years)',
  FAMILY_DISEASE,
  OTHER_INDICATION,
] as const

/** Section C (21). */
const INVASIVE_PROCEDURES = [
  'i. Amniocentesis',
  'ii. Chorionic villi aspiration',
  'iii. Fetal biopsy',
  'iv. Cordocentesis',
] as const
const OTHER_INVASIVE = 'v. Any other'

/** Section C (23). */
const ADDITIONAL_TESTS = [
  'i. Chromosomal studies',
  'ii. Biochemical studies',
  'iii. Molecular studies',
  'iv. Pre-implantation genetic diagnosis',
] as const
const OTHER_TEST = 'v. Any other'

export const REFERRED = 'Doctor or Genetic Counselling Centre'
export const SELF_REFERRED = 'Self-referral by the Gynaecologist/Radiologist/Registered Medical Practitioner'
export const ULTRASOUND = 'Ultrasound'
export const OTHER_PROCEDURE = 'Any other'
const I_DECLARE = 'I declare this'

/** Names of fields that rules and prefilling speak of. */
export const FIELD = {
  age: 1,
  sons: 2,
  daughters: 3,
  relative: 4,
  address: 5,
  phone: 6,
  weeks: 7,
  womanDeclares: 8,
  identified: 9,
  referral: 21,
  referrer: 22,
  selfReasons: 23,
  indications: 24,
  procedures: 25,
  otherProcedure: 26,
  declaredOn: 27,
  procedureOn: 28,
  doctorDeclares: 29,
  result: 41,
  conveyedTo: 42,
  conveyedOn: 43,
  mtp: 44,
  performers: 61,
  familyHistory: 62,
  basis: 63,
  otherBasis: 64,
  invasiveIndications: 65,
  whichIndication: 66,
  formGOn: 67,
  invasiveProcedures: 68,
  otherInvasive: 69,
  complications: 81,
  tests: 82,
  otherTest: 83,
  invasiveResult: 84,
  invasiveOn: 85,
  invasiveConveyedTo: 86,
  invasiveConveyedOn: 87,
  invasiveMtp: 88,
} as const

/** What the woman answers: this part comes in Hindi too. */
const WOMAN_FIELDS = [
  'age',
  'sons',
  'daughters',
  'relative',
  'address',
  'phone',
  'weeks',
  'womanDeclares',
  'identified',
] as const satisfies readonly (keyof typeof FIELD)[]

interface InHindi {
  ques: string
  options?: readonly string[]
}
/** A field without its line does not compile. */
const WOMAN_IN_HINDI: Readonly<Record<(typeof WOMAN_FIELDS)[number], InHindi>> = WOMAN_HINDI

const FIELDS: Readonly<Record<FormFPart, readonly Field[]>> = {
  woman: [
    { no: FIELD.age, ques: 'Age in years (A 3) *', type: 'Text' },
    { no: FIELD.sons, ques: 'Number of living sons with the age of each (A 4 a) *', type: 'Text' },
    { no: FIELD.daughters, ques: 'Number of living daughters with the age of each (A 4 b) *', type: 'Text' },
    { no: FIELD.relative, ques: 'Husband’s or father’s name (A 5) *', type: 'Text' },
    { no: FIELD.address, ques: 'Full postal address (A 6) *', type: 'Text' },
    { no: FIELD.phone, ques: 'Contact number, if any (A 6)', type: 'Text' },
    {
      no: FIELD.weeks,
      ques: 'Weeks of pregnancy, where the last menstrual period is not known (A 8)',
      type: 'Text',
    },
    {
      no: FIELD.womanDeclares,
      ques: 'I declare that by undergoing ultrasonography / a pre-natal diagnostic test or procedure I do not want to know the sex of my foetus (D). *',
      type: 'Single',
      options: [I_DECLARE],
    },
    {
      no: FIELD.identified,
      ques: 'In case of a thumb impression: age, sex, relation, address and contact number of who identifies the woman (D)',
      type: 'Text',
    },
  ],
  doctor: [
    { no: FIELD.referral, ques: 'Referred by (A 7) *', type: 'Single', options: [REFERRED, SELF_REFERRED] },
    {
      no: FIELD.referrer,
      ques: 'Full name and address of the doctor or Genetic Counselling Centre (A 7 a)',
      type: 'Text',
      neededBy: { no: FIELD.referral, options: [REFERRED], rule: 'referrer' },
    },
    {
      no: FIELD.selfReasons,
      ques: 'Self-referral: indications and reasons (A 7 b)',
      type: 'Text',
      neededBy: { no: FIELD.referral, options: [SELF_REFERRED], rule: 'selfReasons' },
    },
    {
      no: FIELD.indications,
      ques: 'Indications for the procedure (B 10) *',
      type: 'Multiple',
      options: INDICATIONS,
    },
    {
      no: FIELD.procedures,
      ques: 'Procedures carried out, non-invasive (B 11) *',
      type: 'Multiple',
      options: [ULTRASOUND, OTHER_PROCEDURE],
    },
    {
      no: FIELD.otherProcedure,
      ques: 'Any other procedure: which (B 11)',
      type: 'Text',
      neededBy: { no: FIELD.procedures, options: [OTHER_PROCEDURE], rule: 'otherProcedure' },
    },
    {
      no: FIELD.declaredOn,
      ques: 'Date on which the declaration of the pregnant woman was obtained (B 12) *',
      type: 'Text',
    },
    { no: FIELD.procedureOn, ques: 'Date on which the procedure is carried out (B 13) *', type: 'Text' },
    {
      no: FIELD.doctorDeclares,
      ques: 'I declare that while conducting ultrasonography / image scanning on this woman I have neither detected nor disclosed the sex of her foetus to anybody in any manner (D). *',
      type: 'Single',
      options: [I_DECLARE],
    },
  ],
  result: [
    { no: FIELD.result, ques: 'Result of the procedure, in brief (B 14) *', type: 'Text' },
    { no: FIELD.conveyedTo, ques: 'The result was conveyed to (B 15) *', type: 'Text' },
    { no: FIELD.conveyedOn, ques: 'Conveyed on (B 15) *', type: 'Text' },
    {
      no: FIELD.mtp,
      ques: 'Any indication for MTP by the abnormality detected; None otherwise (B 16) *',
      type: 'Text',
    },
  ],
  invasive: [
    {
      no: FIELD.performers,
      ques: 'Name of the doctor/s performing the procedure/s (C 17) *',
      type: 'Text',
    },
    {
      no: FIELD.familyHistory,
      ques: 'History of genetic/medical disease in the family; None otherwise (C 18) *',
      type: 'Text',
    },
    {
      no: FIELD.basis,
      ques: 'Basis of diagnosis of that disease (C 18)',
      type: 'Multiple',
      options: [...BASES, OTHER_BASIS],
    },
    {
      no: FIELD.otherBasis,
      ques: 'Other basis: which (C 18)',
      type: 'Text',
      neededBy: { no: FIELD.basis, options: [OTHER_BASIS], rule: 'otherBasis' },
    },
    {
      no: FIELD.invasiveIndications,
      ques: 'Indications for the procedure (C 19) *',
      type: 'Multiple',
      options: INVASIVE_INDICATIONS,
    },
    {
      no: FIELD.whichIndication,
      ques: 'Which disease or other indication (C 19)',
      type: 'Text',
      neededBy: {
        no: FIELD.invasiveIndications,
        options: [OTHER_DISORDER, FAMILY_DISEASE, OTHER_INDICATION],
        rule: 'whichIndication',
      },
    },
    {
      no: FIELD.formGOn,
      ques: 'Date on which the consent of the pregnant woman was obtained in Form G (C 20) *',
      type: 'Text',
    },
    {
      no: FIELD.invasiveProcedures,
      ques: 'Invasive procedures carried out (C 21) *',
      type: 'Multiple',
      options: [...INVASIVE_PROCEDURES, OTHER_INVASIVE],
    },
    {
      no: FIELD.otherInvasive,
      ques: 'Any other procedure: which (C 21)',
      type: 'Text',
      neededBy: { no: FIELD.invasiveProcedures, options: [OTHER_INVASIVE], rule: 'otherInvasive' },
    },
  ],
  invasiveResult: [
    {
      no: FIELD.complications,
      ques: 'Any complication/s of the invasive procedure; None otherwise (C 22) *',
      type: 'Text',
    },
    {
      no: FIELD.tests,
      ques: 'Additional tests recommended, where applicable (C 23)',
      type: 'Multiple',
      options: [...ADDITIONAL_TESTS, OTHER_TEST],
    },
    {
      no: FIELD.otherTest,
      ques: 'Any other test: which (C 23)',
      type: 'Text',
      neededBy: { no: FIELD.tests, options: [OTHER_TEST], rule: 'otherTest' },
    },
    {
      no: FIELD.invasiveResult,
      ques: 'Result of the procedures/tests carried out, in brief (C 24) *',
      type: 'Text',
    },
    { no: FIELD.invasiveOn, ques: 'Date on which the procedures were carried out (C 25) *', type: 'Text' },
    { no: FIELD.invasiveConveyedTo, ques: 'The result was conveyed to (C 26) *', type: 'Text' },
    { no: FIELD.invasiveConveyedOn, ques: 'Conveyed on (C 26) *', type: 'Text' },
    {
      no: FIELD.invasiveMtp,
      ques: 'Any indication for MTP by the abnormality detected; None otherwise (C 27) *',
      type: 'Text',
    },
  ],
}

/** What lists call the parts, in the order of the work. */
export const FORM_F_NAMES: Readonly<Record<FormFPart, string>> = {
  woman: 'Form F (PC-PNDT) 1: pregnant woman',
  doctor: 'Form F (PC-PNDT) 2: doctor',
  result: 'Form F (PC-PNDT) 3: result',
  invasive: 'Form F (PC-PNDT) 4: invasive procedure',
  invasiveResult: 'Form F (PC-PNDT) 5: result of the invasive procedure',
}

/** The name in the language that a part comes in beside English; empty where it comes in English alone. */
export const FORM_F_SLANG_NAMES: Readonly<Record<FormFPart, string>> = {
  woman: WOMAN_NAME_HINDI,
  doctor: '',
  result: '',
  invasive: '',
  invasiveResult: '',
}

/** The same in every client, so that a device knows a part without asking. */
const idOf = (part: number, field: number) =>
  `00f0f00f-000${part}-7000-8000-${String(field).padStart(12, '0')}`
export const FORM_F_IDS: Readonly<Record<FormFPart, string>> = {
  woman: idOf(1, 0),
  doctor: idOf(2, 0),
  result: idOf(3, 0),
  invasive: idOf(4, 0),
  invasiveResult: idOf(5, 0),
}
/** The parts of section C, for invasive procedures alone. */
export const isSectionC = (part: FormFPart): boolean => part === 'invasive' || part === 'invasiveResult'

/** Fields are counted in twenties, one for each part. */
const FIELDS_A_PART = 20
/** The id of a field's question. */
export const formFQuestionId = (field: number): string => idOf(Math.ceil(field / FIELDS_A_PART), field)

export const formFPartOf = (formId: string): FormFPart | undefined =>
  FORM_F_PARTS.find((part) => FORM_F_IDS[part] === formId)

const IN_HINDI: ReadonlyMap<number, InHindi> = new Map(
  WOMAN_FIELDS.map((name) => [FIELD[name], WOMAN_IN_HINDI[name]]),
)

/** The questions of a part as consent forms have them; the second language is Hindi until the centre writes its own. */
export const formFQuestions = (part: FormFPart): AskedQuestion[] =>
  FIELDS[part].map(({ no, ques, type, options = [] }) => ({
    id: formFQuestionId(no),
    ques,
    ques_slang: IN_HINDI.get(no)?.ques ?? '',
    ans_type: type,
    ans_options: options.join('|'),
    ans_options_slang: IN_HINDI.get(no)?.options?.join('|') ?? '',
  }))

/** The fields of a part that must be answered where an option of another was chosen. */
export const neededFields = (part: FormFPart): (NeededBy & { field: number })[] =>
  FIELDS[part].flatMap(({ no, neededBy }) => (neededBy ? [{ ...neededBy, field: no }] : []))
