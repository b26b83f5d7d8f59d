import type { DemoExam } from '../exam.ts'

export const BREAST_AND_BONE_EXAMS: readonly DemoExam[] = [
  {
    modality: 'MG',
    description: 'Bilateral Digital Mammography',
    department: 'Mammography',
    category: 'Breast',
    weight: 5,
    tat: 720,
    images: [4, 6],
    sex: 'Female',
    ages: [40, 74],
    readings: [
      {
        weight: 4,
        technique: 'Craniocaudal and mediolateral oblique views of both breasts.',
        findings: [
          'Composition: Scattered areas of fibroglandular density (ACR B).',
          'Right breast: No mass, distortion or suspicious calcification.',
          'Left breast: No mass, distortion or suspicious calcification. A few benign vascular calcifications.',
          'Axillae: No enlarged nodes.',
        ],
        impression: ['No mammographic evidence of malignancy. BI-RADS 2, benign.'],
        advice: 'Annual screening.',
      },
      {
        weight: 1,
        technique:
          'Craniocaudal and mediolateral oblique views of both breasts with spot compression on the right.',
        findings: [
          'Composition: Heterogeneously dense (ACR C), which may obscure small masses.',
          'Right breast: Irregular high-density mass of 18 mm with spiculated margins at ten o’clock, 5 cm from the nipple, with fine pleomorphic calcifications.',
          'Left breast: No suspicious finding.',
          'Axillae: A right axillary node of 12 mm with loss of its fatty hilum.',
        ],
        impression: [
          'Right breast mass highly suggestive of malignancy. BI-RADS 5.',
          'Suspicious right axillary lymph node.',
        ],
        advice: 'Ultrasound-guided core biopsy of the mass and the node.',
      },
    ],
  },
  {
    modality: 'BMD',
    description: 'DEXA Spine and Hip',
    department: 'Bone Densitometry',
    category: 'Bone Density',
    weight: 3,
    tat: 720,
    images: [2, 4],
    ages: [48, 84],
    readings: [
      {
        weight: 1,
        technique: 'Dual-energy X-ray absorptiometry of the lumbar spine and the left hip.',
        findings: [
          'Lumbar spine L1-L4: Density 0.842 g/cm², T-score -2.1, Z-score -0.9.',
          'Left femoral neck: Density 0.706 g/cm², T-score -1.9, Z-score -0.6.',
          'Left total hip: Density 0.811 g/cm², T-score -1.4.',
        ],
        impression: ['Osteopenia by WHO criteria.'],
        advice: 'Repeat after two years. Assessment of fracture risk with FRAX is suggested.',
      },
    ],
  },
]
