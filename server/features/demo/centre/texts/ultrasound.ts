import type { DemoExam } from '../exam.ts'

export const ULTRASOUND_EXAMS: readonly DemoExam[] = [
  {
    modality: 'US',
    description: 'USG Whole Abdomen',
    department: 'Ultrasound',
    category: 'Abdomen',
    weight: 13,
    tat: 60,
    images: [18, 48],
    ages: [8, 80],
    readings: [
      {
        weight: 4,
        technique: 'Real-time sonography of the abdomen and pelvis with a curvilinear transducer.',
        findings: [
          'Liver: Normal in size (13.8 cm) and echotexture. No focal lesion. The portal vein measures 10 mm.',
          'Gallbladder: Well distended, with a thin wall and no calculus. The common bile duct is not dilated.',
          'Pancreas and spleen: Normal. The spleen measures 9.6 cm.',
          'Kidneys: Right 10.1 x 4.2 cm, left 10.4 x 4.5 cm. Normal corticomedullary differentiation. No calculus or hydronephrosis.',
          'Bladder: Normal. No free fluid.',
        ],
        impression: ['No significant sonographic abnormality.'],
      },
      {
        weight: 3,
        technique: 'Real-time sonography of the abdomen and pelvis with a curvilinear transducer.',
        findings: [
          'Liver: Enlarged (16.2 cm) with diffusely increased echogenicity. No focal lesion.',
          'Gallbladder: Distended, with a single mobile calculus of 11 mm. The wall measures 2 mm. Sonographic Murphy sign negative.',
          'Pancreas and spleen: Normal.',
          'Kidneys: Normal in size. A calculus of 5 mm in the mid calyx of the left kidney. No hydronephrosis.',
          'Bladder: Normal. No free fluid.',
        ],
        impression: [
          'Fatty liver grade II with hepatomegaly.',
          'Cholelithiasis.',
          'Left renal calculus of 5 mm without hydronephrosis.',
        ],
      },
    ],
  },
  {
    modality: 'US',
    description: 'USG Obstetric Growth Scan',
    department: 'Ultrasound',
    category: 'Obstetric',
    weight: 6,
    tat: 60,
    images: [24, 60],
    sex: 'Female',
    ages: [20, 41],
    readings: [
      {
        weight: 1,
        technique: 'Transabdominal obstetric sonography.',
        findings: [
          'Fetus: Single live intrauterine fetus in cephalic presentation. Fetal heart rate 146 beats per minute.',
          'Biometry: BPD 82 mm, HC 298 mm, AC 286 mm, FL 62 mm, corresponding to 32 weeks 4 days. Estimated weight 1,940 g, 46th centile.',
          'Placenta: Anterior, grade II, clear of the internal os.',
          'Liquor: Adequate. Amniotic fluid index 13.2 cm.',
          'Doppler: Umbilical artery PI 0.94, middle cerebral artery PI 1.82. No reversal or absence of diastolic flow.',
        ],
        impression: ['Single live fetus of 32 weeks 4 days with appropriate growth and normal Doppler.'],
        advice: 'Sex of the fetus was neither looked for nor disclosed.',
      },
    ],
  },
  {
    modality: 'US',
    description: 'USG Thyroid and Neck',
    department: 'Ultrasound',
    category: 'Head and Neck',
    weight: 5,
    tat: 90,
    images: [14, 32],
    ages: [19, 72],
    readings: [
      {
        weight: 1,
        technique: 'High-frequency linear sonography of the neck.',
        findings: [
          'Right lobe: 4.6 x 1.8 x 1.6 cm. A solid hypoechoic nodule of 14 x 11 mm, wider than tall, with smooth margins and no echogenic foci (TI-RADS 4).',
          'Left lobe: 4.3 x 1.6 x 1.5 cm. A spongiform nodule of 8 mm (TI-RADS 1).',
          'Isthmus: 3 mm.',
          'Nodes: No suspicious cervical lymph nodes.',
        ],
        impression: ['Right thyroid nodule of 14 mm, TI-RADS 4.', 'Benign-appearing left nodule, TI-RADS 1.'],
        advice: 'Sonography after one year; fine-needle aspiration at 15 mm by ACR TI-RADS.',
      },
    ],
  },
]
