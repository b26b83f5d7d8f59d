import type { DemoExam } from './exam.ts'
import { BREAST_AND_BONE_EXAMS } from './texts/breast-and-bone.ts'
import { CT_EXAMS } from './texts/ct.ts'
import { MR_EXAMS } from './texts/mr.ts'
import { RADIOGRAPH_EXAMS } from './texts/radiographs.ts'
import { ULTRASOUND_EXAMS } from './texts/ultrasound.ts'

/** All examinations of the demo centres. */
export const DEMO_EXAMS: readonly DemoExam[] = [
  ...RADIOGRAPH_EXAMS,
  ...ULTRASOUND_EXAMS,
  ...CT_EXAMS,
  ...MR_EXAMS,
  ...BREAST_AND_BONE_EXAMS,
]
