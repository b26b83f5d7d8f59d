/*
 * The fields of Form F, in one place.
 *
 * Source: the Pre-conception and Pre-natal Diagnostic Techniques (Prohibition of Sex Selection) Rules, 1996 (India), Form
 * F [section 4(3), rules 9(4) and 10(1A)], as substituted by the Amendment Rules of 2014 (G.S.R. 77(E)): sections A, B
 * and D. Numbers in brackets are those of the form. Section C (invasive procedures) is not here. The wording was written
 * down from knowledge of the form and not copied from the gazette: a centre has it checked by its lawyer (docs/form-f.md).
 */
import type { AskedQuestion } from '../consent/answer-rules.ts'
import type { AnswerType } from '../consent/question.ts'

/** The parts of the form, each signed by itself: before the scan the woman's and the doctor's, after it the result. */
export const FORM_F_PARTS = ['woman', 'doctor', 'result'] as const
export type FormFPart = (typeof FORM_F_PARTS)[number]

/** What is asked; one that ends in * must be answered. */
interface Field {
  no: number
  ques: string
  type: AnswerType
  options?: readonly string[]
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
} as const

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
    },
    { no: FIELD.selfReasons, ques: 'Self-referral: indications and reasons (A 7 b)', type: 'Text' },
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
    { no: FIELD.otherProcedure, ques: 'Any other procedure: which (B 11)', type: 'Text' },
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
}

/** What lists call the parts, in the order of the work. */
export const FORM_F_NAMES: Readonly<Record<FormFPart, string>> = {
  woman: 'Form F (PC-PNDT) 1: pregnant woman',
  doctor: 'Form F (PC-PNDT) 2: doctor',
  result: 'Form F (PC-PNDT) 3: result',
}

/** The same in every client, so that a device knows a part without asking. */
const idOf = (part: number, field: number) =>
  `00f0f00f-000${part}-7000-8000-${String(field).padStart(12, '0')}`
export const FORM_F_IDS: Readonly<Record<FormFPart, string>> = {
  woman: idOf(1, 0),
  doctor: idOf(2, 0),
  result: idOf(3, 0),
}
/** The id of a field's question. */
export const formFQuestionId = (field: number): string => idOf(field > 40 ? 3 : field > 20 ? 2 : 1, field)

export const formFPartOf = (formId: string): FormFPart | undefined =>
  FORM_F_PARTS.find((part) => FORM_F_IDS[part] === formId)

/** The questions of a part as consent forms have them. */
export const formFQuestions = (part: FormFPart): AskedQuestion[] =>
  FIELDS[part].map(({ no, ques, type, options = [] }) => ({
    id: formFQuestionId(no),
    ques,
    ques_slang: '',
    ans_type: type,
    ans_options: options.join('|'),
    ans_options_slang: '',
  }))
