import type { DemoExam } from '../exam.ts'

const PLAIN_HEAD =
  'Plain axial sections of the brain were obtained with 5 mm slices and reformatted in coronal and sagittal planes.'
const HRCT =
  'High-resolution sections of the chest were obtained in full inspiration without intravenous contrast.'
const CECT =
  'Axial sections of the abdomen and pelvis were obtained in the portal venous phase after 80 ml of non-ionic contrast.'
const KUB =
  'Plain low-dose sections were obtained from the kidneys to the urinary bladder in the prone position.'

export const CT_EXAMS: readonly DemoExam[] = [
  {
    modality: 'CT',
    description: 'CT Brain Plain',
    department: 'CT',
    category: 'Neuro',
    weight: 9,
    tat: 120,
    images: [96, 240],
    ages: [18, 88],
    readings: [
      {
        weight: 6,
        technique: PLAIN_HEAD,
        findings: [
          'Parenchyma: The cerebral and cerebellar hemispheres show normal attenuation with preserved grey-white differentiation. No acute infarct or haemorrhage.',
          'Ventricles: The ventricular system and basal cisterns are normal in size and configuration. No midline shift.',
          'Posterior fossa: The brainstem and cerebellum appear normal. The fourth ventricle is central.',
          'Skull: No fracture of the vault or base. The visualised paranasal sinuses and mastoid air cells are clear.',
        ],
        impression: ['No acute intracranial abnormality.'],
      },
      {
        weight: 2,
        technique: PLAIN_HEAD,
        findings: [
          'Parenchyma: Confluent hypodensities in the periventricular and deep white matter of both hemispheres, in keeping with chronic small vessel ischaemia. No acute territorial infarct or haemorrhage.',
          'Ventricles: Mild prominence of the ventricles and sulci, appropriate for age. No midline shift.',
          'Vessels: Calcification of both cavernous carotid arteries.',
          'Skull: No fracture. Mild mucosal thickening of the left maxillary sinus.',
        ],
        impression: [
          'Age-related cerebral atrophy with chronic small vessel ischaemic changes.',
          'No acute haemorrhage or infarct.',
        ],
        advice: 'MRI with diffusion is suggested if an acute ischaemic event is suspected clinically.',
      },
      {
        weight: 1,
        isCritical: true,
        technique: PLAIN_HEAD,
        findings: [
          'Parenchyma: Hyperdense intraparenchymal haematoma of 38 x 26 x 30 mm (about 15 ml) in the right capsuloganglionic region with a thin rim of perilesional oedema.',
          'Mass effect: Partial effacement of the right lateral ventricle with a midline shift of 4 mm to the left. No herniation.',
          'Ventricles: A small amount of blood layers in the occipital horn of the right lateral ventricle. No hydrocephalus.',
          'Skull: No fracture.',
        ],
        impression: [
          'Acute right capsuloganglionic haemorrhage, about 15 ml, with a midline shift of 4 mm.',
          'Small intraventricular extension without hydrocephalus.',
        ],
        advice: 'Urgent neurosurgical opinion. The referring physician was informed by telephone.',
      },
    ],
  },
  {
    modality: 'CT',
    description: 'HRCT Chest',
    department: 'CT',
    category: 'Chest',
    weight: 7,
    tat: 180,
    images: [180, 420],
    ages: [22, 84],
    readings: [
      {
        weight: 4,
        technique: HRCT,
        findings: [
          'Lungs: Both lungs are normally aerated. No consolidation, nodule or ground-glass opacity. No interstitial thickening or honeycombing.',
          'Airways: The trachea and central bronchi are patent. No bronchiectasis.',
          'Mediastinum: No significant lymphadenopathy on this plain study. The heart is normal in size.',
          'Pleura: No effusion or pneumothorax. The chest wall and visualised upper abdomen are unremarkable.',
        ],
        impression: ['Normal high-resolution CT of the chest.'],
      },
      {
        weight: 2,
        technique: HRCT,
        findings: [
          'Lungs: Patchy consolidation with air bronchograms in the right lower lobe, involving the posterior and lateral basal segments. A few centrilobular nodules in the adjacent right middle lobe.',
          'Airways: Mild bronchial wall thickening in the right lower lobe. No endobronchial lesion.',
          'Mediastinum: Subcarinal node of 12 mm in short axis, likely reactive.',
          'Pleura: Minimal right pleural effusion.',
        ],
        impression: [
          'Right lower lobe pneumonia with a minimal parapneumonic effusion.',
          'Reactive subcarinal lymph node.',
        ],
        advice: 'A follow-up radiograph after six weeks of treatment is suggested to document resolution.',
      },
      {
        weight: 1,
        technique: HRCT,
        findings: [
          'Lungs: Subpleural reticulation with traction bronchiectasis in both lower lobes, and early honeycombing in the posterior costophrenic recesses. The changes show an apicobasal gradient.',
          'Ground glass: Minimal, and confined to areas of fibrosis.',
          'Mediastinum: Main pulmonary artery 31 mm in diameter. Small reactive paratracheal nodes.',
          'Pleura: No effusion.',
        ],
        impression: [
          'Fibrotic interstitial lung disease in a pattern of probable usual interstitial pneumonia.',
          'Mildly dilated main pulmonary artery.',
        ],
        advice: 'Correlation with pulmonary function tests and a multidisciplinary discussion are suggested.',
      },
    ],
  },
  {
    modality: 'CT',
    description: 'CECT Abdomen and Pelvis',
    department: 'CT',
    category: 'Abdomen',
    weight: 6,
    tat: 240,
    images: [220, 560],
    ages: [19, 82],
    readings: [
      {
        weight: 3,
        technique: CECT,
        findings: [
          'Liver: Normal in size and attenuation. No focal lesion. The intrahepatic biliary radicles are not dilated.',
          'Gallbladder and pancreas: The gallbladder is distended without calculus. The pancreas is normal in bulk and enhancement.',
          'Spleen, kidneys and adrenals: Normal. No hydronephrosis.',
          'Bowel: No abnormal wall thickening or obstruction. The appendix is normal.',
          'Pelvis: The urinary bladder is normal. No free fluid or significant lymphadenopathy.',
        ],
        impression: ['No significant abnormality of the abdomen and pelvis.'],
      },
      {
        weight: 2,
        isCritical: true,
        technique: CECT,
        findings: [
          'Appendix: Retrocaecal, dilated to 12 mm with a thick enhancing wall and an appendicolith of 6 mm at its base. Marked stranding of the surrounding fat.',
          'Free fluid: A small amount in the right iliac fossa. No loculated collection or extraluminal gas.',
          'Bowel: Reactive thickening of the caecal pole. No obstruction.',
          'Solid organs: Liver, spleen, pancreas, kidneys and adrenals are normal.',
        ],
        impression: ['Acute appendicitis with an appendicolith. No perforation or abscess.'],
        advice: 'Surgical opinion. The referring physician was informed.',
      },
      {
        weight: 2,
        technique: CECT,
        findings: [
          'Liver: Enlarged at 17.4 cm with diffuse low attenuation in keeping with fatty infiltration. A simple cyst of 14 mm in segment VI.',
          'Gallbladder: Two calculi of up to 9 mm. The wall is not thickened. The common bile duct measures 5 mm.',
          'Pancreas, spleen and adrenals: Normal.',
          'Kidneys: A simple cortical cyst of 22 mm in the lower pole of the left kidney (Bosniak I). No hydronephrosis.',
          'Pelvis: No free fluid. No significant lymphadenopathy.',
        ],
        impression: [
          'Hepatomegaly with fatty liver.',
          'Cholelithiasis without cholecystitis.',
          'Simple hepatic and left renal cysts.',
        ],
      },
    ],
  },
  {
    modality: 'CT',
    description: 'CT KUB Plain',
    department: 'CT',
    category: 'Abdomen',
    weight: 5,
    tat: 120,
    images: [120, 260],
    ages: [20, 70],
    readings: [
      {
        weight: 2,
        technique: KUB,
        findings: [
          'Right kidney: Normal in size. Mild hydroureteronephrosis with perinephric stranding, due to a calculus of 6 x 5 mm (820 HU) at the vesicoureteric junction.',
          'Left kidney: Normal in size. A non-obstructing calculus of 4 mm in the lower calyx.',
          'Bladder: Partially distended, without calculus.',
          'Others: The visualised bowel and solid organs are unremarkable on this plain study.',
        ],
        impression: [
          'Calculus of 6 mm at the right vesicoureteric junction with mild hydroureteronephrosis.',
          'Non-obstructing left renal calculus.',
        ],
        advice: 'Urology opinion is suggested.',
      },
      {
        weight: 2,
        technique: KUB,
        findings: [
          'Kidneys: Both kidneys are normal in size, shape and position. No calculus or hydronephrosis.',
          'Ureters: Not dilated. No calculus along their course.',
          'Bladder: Well distended with a smooth wall and no calculus.',
          'Others: No free fluid. The appendix is normal.',
        ],
        impression: ['No urinary tract calculus or obstruction.'],
      },
    ],
  },
]
